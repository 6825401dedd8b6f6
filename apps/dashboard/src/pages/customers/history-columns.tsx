import type { ApiRecord } from '../../api/records';
import { createdAtColumn, instantColumn, moneyColumn, stateColumn, textColumn, type Column } from '../../lists/columns';
import { recordPaths } from '../../parts/record-paths';
import { Status } from '../../parts/status';
import type { Say } from '../../words/words';
import { chargeState, chargeTones, soldText, type Charge } from '../charges/charge-status';
import type { ChargesWord } from '../charges/charges-words';
import { saleState, saleTones } from '../sale/sale-status';
import type { CustomersWord } from './customers-words';

type Checkout = ApiRecord<'Checkout'>;
type Subscription = ApiRecord<'Subscription'>;

const amountColumn = (say: Say<CustomersWord>): Column<{ readonly amount: number }> =>
  moneyColumn('amount', say('amount'), ({ amount }) => amount);

export function chargeColumns(say: Say<CustomersWord>, sayCharge: Say<ChargesWord>): readonly Column<Charge>[] {
  return [
    amountColumn(say),
    stateColumn(say('status'), chargeState, chargeTones, sayCharge),
    textColumn('sold', sayCharge('sold'), (charge) => soldText(charge, sayCharge)),
    { id: 'method', isExtra: true, header: say('method'), cell: ({ method }) => sayCharge(method) },
    createdAtColumn(say('date')),
  ];
}

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
    stateColumn(say('status'), saleState, saleTones, say),
    { id: 'kind', header: say('kind'), cell: ({ frequency }) => say(frequency), isExtra: true },
    createdAtColumn(say('date')),
  ];
}

export function subscriptionColumns(say: Say<CustomersWord>): readonly Column<Subscription>[] {
  return [
    amountColumn(say),
    { id: 'status', header: say('status'), cell: (subscription) => <State subscription={subscription} say={say} /> },
    { id: 'cycle', header: say('cycle'), cell: ({ frequency }) => say(frequency.cycle) },
    instantColumn('next', say('nextChargeAt'), ({ nextChargeAt }) => nextChargeAt, { isExtra: true }),
    createdAtColumn(say('date')),
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
