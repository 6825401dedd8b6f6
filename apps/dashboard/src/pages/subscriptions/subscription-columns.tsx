import { instantColumn, moneyColumn, textColumn, type Column } from '../../lists/columns';
import { csvMoney } from '../../lists/csv';
import { Money } from '../../parts/money';
import { Status } from '../../parts/status';
import type { Say } from '../../words/words';
import { monthlyAmount, subscriptionState, stateTones, type Subscription } from './subscription-state';
import type { SubscriptionWord } from './subscription-words';

interface Names {
  readonly productName: (id: string) => string;
  readonly customerName: (id: string) => string;
}

export function subscriptionColumns(
  say: Say<SubscriptionWord>,
  { productName, customerName }: Names,
  now: Date,
): readonly Column<Subscription>[] {
  const planText = ({ productId, quantity }: Subscription): string =>
    `${quantity > 1 ? `${String(quantity)} × ` : ''}${productName(productId)}`;
  return [
    textColumn('customer', say('customer'), ({ customerId }) => customerName(customerId)),
    {
      id: 'status',
      header: say('status'),
      cell: (row) => <Status tone={stateTones[subscriptionState(row, now)]}>{say(subscriptionState(row, now))}</Status>,
      text: (row) => say(subscriptionState(row, now)),
    },
    textColumn('plan', say('plan'), planText, { isExtra: true }),
    {
      id: 'amount',
      header: say('amount'),
      cell: ({ amount, frequency }) => (
        <span className="figures">
          <Money centavos={amount} /> <span className="per-cycle">{say(`per${frequency.cycle}`)}</span>
        </span>
      ),
      text: ({ amount }) => csvMoney(amount),
      isFigure: true,
    },
    moneyColumn('mrr', say('mrr'), (row) => monthlyAmount(row, now), { isExtra: true }),
    textColumn('method', say('method'), ({ method }) => say(method), { isExtra: true }),
    instantColumn('nextChargeAt', say('nextCharge'), ({ nextChargeAt }) => nextChargeAt, { isExtra: true }),
  ];
}

/** Columns that stand in an export only. */
export function exportedColumns(say: Say<SubscriptionWord>): readonly Column<Subscription>[] {
  return [
    textColumn('id', say('id'), ({ id }) => id, { isExportOnly: true }),
    textColumn('externalId', say('externalId'), ({ externalId }) => externalId, { isExportOnly: true }),
    textColumn('coupons', say('coupons'), ({ coupons }) => coupons.join(', '), { isExportOnly: true }),
    instantColumn('createdAt', say('createdAt'), ({ createdAt }) => createdAt, { isExportOnly: true }),
  ];
}
