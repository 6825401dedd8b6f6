import { cents, subtractCents, zeroCents, type Cents } from '@pitanga/core';
import { nextDiscount, type AgreedCoupon } from '../coupons/agreed-coupon';
import type { ResumeFrom } from './resume-from';
import type { RetryPolicy } from './retry-policy';
import { daysLater, dueInstant, type Cycle } from '../calendar/schedule';

export const subscriptionStatuses = ['ACTIVE', 'CANCELLED'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const subscriptionMethods = ['PIX', 'CARD'] as const;
export type SubscriptionMethod = (typeof subscriptionMethods)[number];

/**
 * What has to be done next: WAIT for the next charge, CHARGE (an attempt is in flight), PAUSE and CANCEL (the attempt in
 * flight is still to be voided), END (cancelled, its agreement is to be ended at billing), nothing more (DONE).
 */
export type SubscriptionStep = 'WAIT' | 'CHARGE' | 'PAUSE' | 'CANCEL' | 'END' | 'DONE';

/** What is paid each cycle, before usage. */
export interface Plan {
  readonly productId: string;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
  readonly cycle: Cycle;
}

/** A customer's standing order for a product. */
export interface Subscription extends Plan {
  readonly id: string;
  readonly checkoutId: string;
  readonly customerId: string;
  /** The checkout's. */
  readonly externalId: string | undefined;
  /** Price × quantity, per cycle. */
  readonly amountCents: Cents;
  /** The discount of the coupons that its next cycle has; one that was due before may have others. */
  readonly discountCents: Cents;
  /** What earlier cycles left, because it was too little to be collected. */
  readonly carriedCents: Cents;
  /** Removed ones too, while a cycle that fell due with them has not begun. */
  readonly agreedCoupons: readonly AgreedCoupon[];
  readonly method: SubscriptionMethod;
  readonly status: SubscriptionStatus;
  readonly retryPolicy: RetryPolicy;
  readonly trialDays: number | undefined;
  readonly trialEndsAt: Date | undefined;
  /** How many days before a cycle falls due its collection begins: the payer's bank wants to know of it in advance. */
  readonly leadDays: number;
  readonly step: SubscriptionStep;
  /** The instant due instants are counted from; a change of cycle moves it. */
  readonly anchorAt: Date;
  /** The cycle that falls due at the anchor itself; 0 for a start that was paid. */
  readonly anchorCycle: number;
  /** The cycle that is collected next or now; 1 is the first charge after the start. */
  readonly cycleNumber: number;
  /** Attempts begun for that cycle. */
  readonly attempts: number;
  /** Those of them that use up no retry: taken back before the payer's bank tried them, or made early, by hand or with a new card. */
  readonly uncounted: number;
  readonly cycleBegunAt: Date | undefined;
  /** Store time of the next attempt, or of the one in flight. Absent once cancelled. */
  readonly nextChargeAt: Date | undefined;
  /** Why the card is not sent again: an irreversible decline. */
  readonly stoppedReason: string | undefined;
  /** Whether it counts as revenue: active and past its trial. */
  readonly isRecurring: boolean;
  /** Since when nothing is charged. */
  readonly pausedAt: Date | undefined;
  /** When a pause ends by itself. */
  readonly resumesAt: Date | undefined;
  /** What was asked for with a pause; undefined for what its cycle says. */
  readonly resumeFrom: ResumeFrom | undefined;
  /** The cycle before the one at hand was not paid: skipped or given up, and not left out by an earlier resumption. */
  readonly isLapsed: boolean;
  /** The due instant at which it ends by itself. */
  readonly endsAt: Date | undefined;
  /** When its card was last replaced. */
  readonly cardReplacedAt: Date | undefined;
  readonly canceledAt: Date | undefined;
  readonly cancelPolicy: string | undefined;
  readonly cancelledDueTo: string | undefined;
  /** One JSON object, exactly as given. */
  readonly metadataJson: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The largest amount of a charge. */
export const amountMax = 9_999_999_999;
/** The smallest. */
export const amountMin = 100;

/** A subscription that starts, as billing's event describes it. */
export type NewSubscription = Plan &
  Pick<
    Subscription,
    | 'id'
    | 'checkoutId'
    | 'customerId'
    | 'externalId'
    | 'agreedCoupons'
    | 'method'
    | 'retryPolicy'
    | 'trialDays'
    | 'leadDays'
    | 'metadataJson'
  > & { readonly startedAt: Date };

/**
 * A subscription as it starts. Paid at the start, its first cycle falls due one cycle later; with a trial it falls due
 * at the trial's end, which is its anchor (docs/behaviour/subscriptions.md#trial-end).
 */
export function startSubscription({ startedAt, ...input }: NewSubscription): Subscription {
  const trialEndsAt = input.trialDays === undefined ? undefined : daysLater(startedAt, input.trialDays);
  const anchorAt = trialEndsAt ?? startedAt;
  return {
    ...input,
    ...priced(input, input.agreedCoupons),
    carriedCents: zeroCents,
    status: 'ACTIVE',
    trialEndsAt,
    step: 'WAIT',
    anchorAt,
    anchorCycle: trialEndsAt ? 1 : 0,
    cycleNumber: 1,
    attempts: 0,
    uncounted: 0,
    cycleBegunAt: undefined,
    nextChargeAt: dueInstant(anchorAt, input.cycle, trialEndsAt ? 0 : 1),
    stoppedReason: undefined,
    isRecurring: !trialEndsAt,
    pausedAt: undefined,
    resumesAt: undefined,
    resumeFrom: undefined,
    isLapsed: false,
    endsAt: undefined,
    cardReplacedAt: undefined,
    canceledAt: undefined,
    cancelPolicy: undefined,
    cancelledDueTo: undefined,
    createdAt: startedAt,
    updatedAt: startedAt,
  };
}

/** Price × quantity, and the discount of the coupons that its next cycle has. */
export function priced(
  { unitPriceCents, quantity }: Pick<Plan, 'unitPriceCents' | 'quantity'>,
  coupons: readonly AgreedCoupon[],
): Pick<Subscription, 'amountCents' | 'discountCents'> {
  const amountCents = cents(unitPriceCents * quantity);
  return { amountCents, discountCents: nextDiscount(amountCents, coupons) };
}

/** The price of every cycle less its discount, before usage. */
export function recurringCents({
  amountCents,
  discountCents,
}: Pick<Subscription, 'amountCents' | 'discountCents'>): Cents {
  return subtractCents(amountCents, discountCents);
}

/** When the next cycle of this number falls due: always counted from the anchor. */
export function cycleDueAt(subscription: Subscription, cycleNumber: number): Date {
  const { anchorAt, anchorCycle, cycle } = subscription;
  return dueInstant(anchorAt, cycle, cycleNumber - anchorCycle);
}

/** Not ended, and not about to be. */
export function isRunning({ status, step }: Subscription): boolean {
  return status === 'ACTIVE' && step !== 'CANCEL';
}

/** A cycle could not be charged and is not paid yet; not so while its first attempt is under way. */
export function isPastDue({ status, step, attempts, uncounted }: Subscription): boolean {
  return status === 'ACTIVE' && attempts - uncounted > (step === 'WAIT' ? 0 : 1);
}

/** The subscription once it is cancelled while an attempt is in flight: none begins any more. */
export function cancelling(subscription: Subscription, dueTo: string | undefined): Subscription {
  return { ...subscription, step: 'CANCEL', cancelledDueTo: dueTo };
}

/** Its end has come: the usage before it is being collected. */
export function isEnding({ status, cancelPolicy }: Pick<Subscription, 'status' | 'cancelPolicy'>): boolean {
  return status === 'ACTIVE' && cancelPolicy === 'AT_PERIOD_END';
}

/** Its end has come at `at` (store time): no cycle begins any more but that of the usage before it. */
export function hasRunOut(subscription: Subscription, at: Date): boolean {
  const { endsAt } = subscription;
  return isEnding(subscription) || (endsAt !== undefined && endsAt <= at);
}

/** The end that was set has come, and only the usage before it is still to be collected. */
export function ending(subscription: Subscription): Subscription {
  return { ...subscription, endsAt: undefined, cancelPolicy: 'AT_PERIOD_END' };
}

/** A retry is to be requested the day before. */
const retryLeadDays = 1;

/** Store time at which the next attempt begins; undefined where the subscription ends before it falls due. */
function attemptBeginsAt(subscription: Subscription): Date | undefined {
  const { nextChargeAt, leadDays, pausedAt, endsAt, attempts, uncounted } = subscription;
  // A cycle is skipped when it falls due.
  if (!nextChargeAt || leadDays === 0 || pausedAt) return nextChargeAt;
  if (endsAt && endsAt <= nextChargeAt) return undefined;
  return daysLater(nextChargeAt, -(attempts > uncounted ? retryLeadDays : leadDays));
}

/** Store time of the next thing to be done: a charge, the end of a pause or the end of the subscription. */
export function nextActionAt(subscription: Subscription): Date | undefined {
  const { resumesAt, endsAt } = subscription;
  const times = [attemptBeginsAt(subscription), resumesAt, endsAt].filter((at) => at !== undefined);
  return times.reduce<Date | undefined>((first, at) => (first && first <= at ? first : at), undefined);
}

/** No further charges, from `at` (store time) on. */
export function cancelled(subscription: Subscription, dueTo: string | undefined, at: Date): Subscription {
  return {
    ...subscription,
    status: 'CANCELLED',
    step: 'END',
    nextChargeAt: undefined,
    isRecurring: false,
    pausedAt: undefined,
    resumesAt: undefined,
    resumeFrom: undefined,
    endsAt: undefined,
    canceledAt: at,
    cancelPolicy: hasRunOut(subscription, at) && dueTo === undefined ? 'AT_PERIOD_END' : 'NOW',
    cancelledDueTo: dueTo,
    updatedAt: at,
  };
}
