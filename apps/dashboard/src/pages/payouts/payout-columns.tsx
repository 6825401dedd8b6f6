import { createdAtColumn, externalIdColumn, moneyColumn, type Column } from '../../lists/columns';
import { Status } from '../../parts/status';
import type { Say } from '../../words/words';
import { payoutTones, stateOf, type Payout } from './payout';
import type { PayoutWord } from './payout-words';

export function payoutColumns(say: Say<PayoutWord>): readonly Column<Payout>[] {
  return [
    moneyColumn('amount', say('amount'), ({ amount }) => amount),
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
    externalIdColumn(say('externalId')),
    createdAtColumn(say('createdAt')),
  ];
}
