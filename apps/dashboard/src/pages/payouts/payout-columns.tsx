import { createdAtColumn, externalIdColumn, moneyColumn, type Column } from '../../lists/columns';
import { Status } from '../../parts/status';
import type { Say } from '../../words/words';
import { payoutTones, payoutState, type Payout, receiverText } from './payout';
import type { PayoutWord } from './payout-words';

export function payoutColumns(say: Say<PayoutWord>): readonly Column<Payout>[] {
  return [
    moneyColumn('amount', say('amount'), ({ amount }) => amount),
    {
      id: 'status',
      header: say('status'),
      cell: (payout) => <Status tone={payoutTones[payoutState(payout)]}>{say(payoutState(payout))}</Status>,
      text: (payout) => say(payoutState(payout)),
    },
    {
      id: 'key',
      header: say('key'),
      cell: (payout) => <span className="payout-key">{receiverText(payout)}</span>,
      text: receiverText,
    },
    externalIdColumn(say('externalId')),
    createdAtColumn(say('createdAt')),
  ];
}
