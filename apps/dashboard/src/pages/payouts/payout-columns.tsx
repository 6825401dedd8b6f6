import type { Column } from '../../lists/column';
import { csvInstant, csvMoney } from '../../lists/csv';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { Status } from '../../parts/status';
import type { Say } from '../../words/words';
import { payoutTones, stateOf, type Payout } from './payout';
import type { PayoutWord } from './payout-words';

export function payoutColumns(say: Say<PayoutWord>): readonly Column<Payout>[] {
  return [
    {
      id: 'amount',
      header: say('amount'),
      cell: ({ amount }) => <Money centavos={amount} />,
      text: ({ amount }) => csvMoney(amount),
      isFigure: true,
    },
    {
      id: 'status',
      header: say('status'),
      cell: (payout) => <Status tone={payoutTones[stateOf(payout)]}>{say(stateOf(payout))}</Status>,
      text: (payout) => say(stateOf(payout)),
    },
    {
      id: 'key',
      header: say('key'),
      cell: ({ pix }) => <span className="payout-key">{pix.key}</span>,
      text: ({ pix }) => pix.key,
    },
    {
      id: 'externalId',
      header: say('externalId'),
      cell: ({ externalId }) => externalId ?? '—',
      text: ({ externalId }) => externalId ?? '',
      isExtra: true,
    },
    {
      id: 'createdAt',
      header: say('createdAt'),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => csvInstant(createdAt),
      isExtra: true,
    },
  ];
}
