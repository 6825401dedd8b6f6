import type { ApiRecord } from '../../api/records';
import type { Tone } from '../../parts/status';

export type Subscription = ApiRecord<'Subscription'>;
export type SubscriptionDetails = ApiRecord<'SubscriptionWithLink'>;
type Cycle = Subscription['frequency']['cycle'];

/** What a subscription is doing; ACTIVE of the API says only that it has not ended. */
export type SubscriptionState = 'ACTIVE' | 'TRIALING' | 'PAST_DUE' | 'PAUSED' | 'ENDING' | 'CANCELLED';

export const stateTones: Readonly<Record<SubscriptionState, Tone>> = {
  ACTIVE: 'good',
  TRIALING: 'info',
  PAST_DUE: 'bad',
  PAUSED: 'wait',
  ENDING: 'wait',
  CANCELLED: 'quiet',
};

type Facts = Pick<Subscription, 'status' | 'pausedAt' | 'pastDue' | 'cancelAt' | 'trialEndsAt'>;

/** The state that matters most of those that hold at once. */
export function subscriptionState(
  { status, pausedAt, pastDue, cancelAt, trialEndsAt }: Facts,
  now: Date,
): SubscriptionState {
  if (status === 'CANCELLED') return 'CANCELLED';
  if (pausedAt !== null) return 'PAUSED';
  if (pastDue) return 'PAST_DUE';
  if (cancelAt !== null) return 'ENDING';
  return trialEndsAt !== null && Date.parse(trialEndsAt) > now.getTime() ? 'TRIALING' : 'ACTIVE';
}

/** Twelfths of a month's price in one cycle's price: MRR is exact in twelfths of a centavo (docs/behaviour/subscriptions.md#mrr). */
const twelfthsOf: Readonly<Record<Cycle, number>> = {
  WEEKLY: 52,
  MONTHLY: 12,
  QUARTERLY: 4,
  SEMIANNUALLY: 2,
  ANNUALLY: 1,
};

/**
 * Centavos a month, rounded half up, before coupons, which the record does not price. Undefined for what the store's
 * MRR leaves out: trials, pauses and what has ended.
 */
export function monthlyAmount(subscription: Facts & Pick<Subscription, 'amount' | 'frequency'>, now: Date) {
  const { amount, frequency, trialEndsAt, pausedAt, status } = subscription;
  const isInTrial = trialEndsAt !== null && Date.parse(trialEndsAt) > now.getTime();
  if (status === 'CANCELLED' || pausedAt !== null || isInTrial) return undefined;
  return Number((BigInt(amount) * BigInt(twelfthsOf[frequency.cycle]) + 6n) / 12n);
}

/** What every dialog about one subscription takes. */
export interface DialogProps {
  readonly subscription: SubscriptionDetails;
  readonly onClose: () => void;
}

type CardOnFile = NonNullable<SubscriptionDetails['card']>;

/** `Visa •••• 4242` */
export function cardName({ brand, lastFour }: CardOnFile): string {
  return `${brand.charAt(0)}${brand.slice(1).toLowerCase()} •••• ${lastFour}`;
}

/** `04/2030` */
export function cardExpiry({ expMonth, expYear }: CardOnFile): string {
  return `${String(expMonth ?? '').padStart(2, '0')}/${String(expYear ?? '')}`;
}
