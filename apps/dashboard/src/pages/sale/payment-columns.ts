import { instantColumn, moneyColumn, stateColumn, textColumn, type Column } from '../../lists/columns';
import type { Say } from '../../words/words';
import { chargeState, chargeTones, paidNet, type Charge } from '../charges/charge-status';
import type { ChargesWord } from '../charges/charges-words';

/** Columns of the payments of a page: amount, state, payer, method and time. */
export function paymentColumns(say: Say<ChargesWord>, paidAt: string): readonly Column<Charge>[] {
  return [
    moneyColumn('amount', say('amount'), ({ amount }) => amount),
    stateColumn(say('status'), chargeState, chargeTones, say),
    textColumn('payer', say('payer'), ({ payer }) => payer?.name),
    textColumn('method', say('method'), ({ method, isUpSell }) =>
      isUpSell ? say('methodOfOffer', { method: say(method) }) : say(method),
    ),
    moneyColumn('fee', say('fee'), ({ platformFee }) => platformFee, { isExportOnly: true }),
    moneyColumn('refunded', say('refunded'), ({ refundedAmount }) => refundedAmount, { isExportOnly: true }),
    moneyColumn('net', say('net'), paidNet, { isExportOnly: true }),
    instantColumn('paidAt', paidAt, (payment) => payment.paidAt, { isExtra: true }),
  ];
}
