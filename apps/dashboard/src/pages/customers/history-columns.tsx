import type { ApiRecord } from '../../api/records';
import type { Column } from '../../lists/column';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { recordPaths } from '../../parts/record-paths';
import { Status, type Tone } from '../../parts/status';
import type { Say } from '../../words/words';
import { chargeTones, type Charge } from '../charges/charge-status';
import type { ChargesWord } from '../charges/charges-words';
import type { CustomersWord } from './customers-words';

export type Checkout = ApiRecord<'Checkout'>;
export type Subscription = ApiRecord<'Subscription'>;

/** When it was made, of every kind of record. */
const dateColumn = (say: Say<CustomersWord>): Column<{ readonly createdAt: string }> => ({
  id: 'date',
  header: say('date'),
  cell: ({ createdAt }) => <Instant at={createdAt} />,
  isExtra: true,
});

const amountColumn = (say: Say<CustomersWord>): Column<{ readonly amount: number }> => ({
  id: 'amount',
  header: say('amount'),
  cell: ({ amount }) => <Money centavos={amount} />,
  isFigure: true,
});

export function chargeColumns(say: Say<CustomersWord>, sayCharge: Say<ChargesWord>): readonly Column<Charge>[] {
  return [
    amountColumn(say),
    {
      id: 'status',
      header: say('status'),
      cell: ({ status }) => <Status tone={chargeTones[status]}>{sayCharge(status)}</Status>,
    },
    { id: 'method', header: say('method'), cell: ({ method }) => sayCharge(method) },
    dateColumn(say),
  ];
}

const checkoutTones: Readonly<Record<Checkout['status'], Tone>> = {
  PENDING: 'wait',
  PAID: 'good',
  EXPIRED: 'quiet',
  CANCELLED: 'quiet',
  REFUNDED: 'info',
  ACTIVE: 'good',
};

const checkoutPaths = {
  ONE_TIME: recordPaths.CHECKOUT,
  MULTIPLE_PAYMENTS: recordPaths.PAYMENT_LINK,
  SUBSCRIPTION: recordPaths.SUBSCRIPTION_CHECKOUT,
} as const;

export function checkoutPath({ id, frequency }: Checkout): string {
  return checkoutPaths[frequency](id);
}

export function checkoutColumns(say: Say<CustomersWord>): readonly Column<Checkout>[] {
  return [
    amountColumn(say),
    {
      id: 'status',
      header: say('status'),
      cell: ({ status }) => <Status tone={checkoutTones[status]}>{say(status)}</Status>,
    },
    { id: 'kind', header: say('kind'), cell: ({ frequency }) => say(frequency), isExtra: true },
    dateColumn(say),
  ];
}

export function subscriptionColumns(say: Say<CustomersWord>): readonly Column<Subscription>[] {
  return [
    amountColumn(say),
    { id: 'status', header: say('status'), cell: (subscription) => <State subscription={subscription} say={say} /> },
    { id: 'cycle', header: say('cycle'), cell: ({ frequency }) => say(frequency.cycle) },
    {
      id: 'next',
      header: say('nextChargeAt'),
      cell: ({ nextChargeAt }) => <Instant at={nextChargeAt} />,
      isExtra: true,
    },
    dateColumn(say),
  ];
}

interface StateProps {
  readonly subscription: Subscription;
  readonly say: Say<CustomersWord>;
}

function State({ subscription: { status, pausedAt, pastDue }, say }: StateProps) {
  if (status === 'CANCELLED') return <Status tone="quiet">{say('CANCELLED_SUBSCRIPTION')}</Status>;
  if (pausedAt !== null) return <Status tone="wait">{say('paused')}</Status>;
  return pastDue ? <Status tone="bad">{say('pastDue')}</Status> : <Status tone="good">{say('ACTIVE')}</Status>;
}
