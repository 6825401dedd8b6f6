import type { ApiRecord } from '../../api/records';
import { instantColumn, moneyColumn, statusColumn, textColumn, type Column } from '../../lists/columns';
import type { Say } from '../../words/words';
import { chargeTones } from '../charges/charge-status';
import type { ChargesWord } from '../charges/charges-words';

/** Columns of payments: amount, state, method and time. */
export function paymentColumns(say: Say<ChargesWord>, paidAt: string): readonly Column<ApiRecord<'Payment'>>[] {
  return [
    moneyColumn('amount', say('amount'), ({ amount }) => amount),
    statusColumn(say('status'), chargeTones, say),
    textColumn('method', say('method'), ({ method, isUpSell }) =>
      isUpSell ? say('methodOfOffer', { method: say(method) }) : say(method),
    ),
    instantColumn('paidAt', paidAt, (payment) => payment.paidAt, { isExtra: true }),
  ];
}
