import type { Column } from '../../lists/column';
import { csvInstant, csvMoney } from '../../lists/csv';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { Status } from '../../parts/status';
import type { Say } from '../../words/words';
import { monthlyOf, stateOf, stateTones, type Subscription } from './subscription-state';
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
  const planOf = ({ productId, quantity }: Subscription): string =>
    `${quantity > 1 ? `${String(quantity)} × ` : ''}${productName(productId)}`;
  return [
    {
      id: 'customer',
      header: say('customer'),
      cell: ({ customerId }) => customerName(customerId),
      text: ({ customerId }) => customerName(customerId),
    },
    {
      id: 'status',
      header: say('status'),
      cell: (row) => <Status tone={stateTones[stateOf(row, now)]}>{say(stateOf(row, now))}</Status>,
      text: (row) => say(stateOf(row, now)),
    },
    { id: 'plan', header: say('plan'), cell: planOf, text: planOf, isExtra: true },
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
    {
      id: 'mrr',
      header: say('mrr'),
      cell: (row) => <Money centavos={monthlyOf(row, now)} />,
      text: (row) => csvMoney(monthlyOf(row, now) ?? null),
      isFigure: true,
      isExtra: true,
    },
    {
      id: 'method',
      header: say('method'),
      cell: ({ method }) => say(method),
      text: ({ method }) => say(method),
      isExtra: true,
    },
    {
      id: 'nextChargeAt',
      header: say('nextCharge'),
      cell: ({ nextChargeAt }) => <Instant at={nextChargeAt} />,
      text: ({ nextChargeAt }) => csvInstant(nextChargeAt),
      isExtra: true,
    },
  ];
}

/** Columns that stand in an export only. */
export function exportedColumns(say: Say<SubscriptionWord>): readonly Column<Subscription>[] {
  const text = (id: string, header: string, of: (row: Subscription) => string): Column<Subscription> => ({
    id,
    header,
    cell: of,
    text: of,
  });
  return [
    text('id', say('id'), ({ id }) => id),
    text('externalId', say('externalId'), ({ externalId }) => externalId ?? ''),
    text('coupons', say('coupons'), ({ coupons }) => coupons.join(', ')),
    text('createdAt', say('createdAt'), ({ createdAt }) => csvInstant(createdAt)),
  ];
}
