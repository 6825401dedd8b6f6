import { addDays, saoPauloDay, subtractCents, sumCents, zeroCents, type Cents, type DueAmount } from '@pitanga/core';
import { afterCharge, couponsDueAt, discountOn } from '../coupons/agreed-coupon';
import { isEnding, priced, type Subscription } from '../subscriptions/subscription';
import { effectivePolicy, pixDaysMax } from '../subscriptions/retry-policy';
import { currentDueAt, withDuePlans, type PlannedSubscription } from '../plan-changes/due-plans';
import { daysLater } from '../calendar/schedule';

/** What one cycle costs, fixed when its first attempt begins, so that retries collect the same. */
export interface BilledCycle {
  readonly subscriptionId: string;
  readonly number: number;
  /** Store time. */
  readonly dueAt: Date;
  readonly productId: string;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
  readonly discountCents: Cents;
  /** Codes whose discount that is; undefined in a cycle that a version before began. */
  readonly coupons: readonly string[] | undefined;
  readonly usageCents: Cents;
  /** What earlier cycles left. */
  readonly carriedInCents: Cents;
  /** What is due: price × quantity less discount, plus usage and what earlier cycles left. Less may be collected. */
  readonly amountCents: Cents;
  /** Store time of its first attempt. */
  readonly begunAt: Date;
}

/** One try to collect a cycle. */
export interface Attempt {
  readonly subscriptionId: string;
  readonly cycleNumber: number;
  /** 1 is the first, which is retry 0. */
  readonly number: number;
  /**
   * Store time at which the money should move: earlier than `startedAt` after downtime, later where the payer's bank
   * wants to know of it in advance.
   */
  readonly scheduledAt: Date;
  readonly startedAt: Date;
}

/** The id by which billing recognizes a repeat of the attempt. */
export function attemptId({ subscriptionId, cycleNumber, number }: Attempt): string {
  return `${subscriptionId}:${String(cycleNumber)}:${String(number)}`;
}

/** The attempt in flight, or the last one. */
function lastAttempt(subscription: Subscription, times: Pick<Attempt, 'scheduledAt' | 'startedAt'>): Attempt {
  const { id, cycleNumber, attempts } = subscription;
  return { subscriptionId: id, cycleNumber, number: attempts, ...times };
}

/**
 * The subscription as the first attempt of its cycle begins, and what that cycle costs: plans that it fell due under
 * apply now, and `plans` are those left. From here on a trial is revenue, unless the cycle has yet to fall due.
 */
export function beginCycle(
  planned: PlannedSubscription,
  usageCents: Cents,
  now: Date,
): PlannedSubscription & { readonly cycle: BilledCycle } {
  const dueAt = currentDueAt(planned.subscription);
  const due = withDuePlans(planned);
  const isRecurring = due.subscription.isRecurring || due.subscription.leadDays === 0;
  const subscription: Subscription = { ...due.subscription, isRecurring };
  const { id: subscriptionId, cycleNumber: number, productId, quantity, unitPriceCents } = subscription;
  // Only the usage before the end is charged, not the period after it.
  const coupons = isEnding(subscription) ? [] : couponsDueAt(subscription.agreedCoupons, dueAt);
  const discountCents = isEnding(subscription)
    ? subscription.amountCents
    : discountOn(subscription.amountCents, coupons);
  const netCents = subtractCents(subscription.amountCents, discountCents);
  return {
    subscription,
    plans: due.plans,
    cycle: {
      subscriptionId,
      number,
      dueAt,
      productId,
      quantity,
      unitPriceCents,
      discountCents,
      coupons: coupons.map(({ code }) => code),
      usageCents,
      carriedInCents: subscription.carriedCents,
      amountCents: sumCents(netCents, usageCents, subscription.carriedCents),
      begunAt: now,
    },
  };
}

/** The subscription after a cycle that is charged has begun with its coupons; a skipped one uses up none. */
export function withUsedCoupons(subscription: Subscription, { dueAt }: Pick<BilledCycle, 'dueAt'>): Subscription {
  const { agreedCoupons: known } = subscription;
  if (isEnding(subscription)) return subscription;
  const charged = couponsDueAt(known, dueAt);
  if (charged.every(({ cyclesLeft }) => cyclesLeft === undefined)) return subscription;
  const agreedCoupons = afterCharge(known, charged);
  return { ...subscription, agreedCoupons, ...priced(subscription, agreedCoupons) };
}

/** What is due with a cycle, of its own and of earlier ones. */
export function dueAmount({
  amountCents,
  carriedInCents,
}: Pick<BilledCycle, 'amountCents' | 'carriedInCents'>): DueAmount {
  return { ownCents: subtractCents(amountCents, carriedInCents), carriedCents: carriedInCents };
}

/** What a cycle that was settled leaves to the next one: billing charges what can be collected of what is due. */
export function toLeftAmounts(
  { amountCents, usageCents }: Pick<BilledCycle, 'amountCents' | 'usageCents'>,
  chargedCents: Cents | undefined,
): { readonly carriedOutCents: Cents; readonly postponedUsageCents: Cents } {
  if (chargedCents !== undefined) {
    return { carriedOutCents: subtractCents(amountCents, chargedCents), postponedUsageCents: zeroCents };
  }
  // By product, so that it can still be taken back.
  return { carriedOutCents: subtractCents(amountCents, usageCents), postponedUsageCents: usageCents };
}

/** Begins the next attempt of a cycle at `now` (store time). */
export function beginAttempt(
  subscription: Subscription,
  now: Date,
): { readonly subscription: Subscription; readonly attempt: Attempt } {
  const begun: Subscription = {
    ...subscription,
    step: 'CHARGE',
    attempts: subscription.attempts + 1,
    cycleBegunAt: subscription.cycleBegunAt ?? now,
  };
  const { id, nextChargeAt: scheduledAt } = subscription;
  if (!scheduledAt) throw new Error(`subscription ${id} has no next charge`);
  return { subscription: begun, attempt: lastAttempt(begun, { scheduledAt, startedAt: now }) };
}

/** Made before the next one was due, by hand or because there was a new card: it uses up no retry. */
export function isEarly(
  { leadDays }: Pick<Subscription, 'leadDays'>,
  { scheduledAt, startedAt }: Pick<Attempt, 'scheduledAt' | 'startedAt'>,
): boolean {
  // A payer's bank receives each attempt in advance.
  return leadDays === 0 && startedAt < scheduledAt;
}

const lateMs = 86_400_000;

/**
 * When the cycle is tried again after this attempt failed; absent when it was the last. Counted from when the attempt
 * should have been, but from now when it came more than a day late, so that attempts never follow in a row.
 */
export function nextAttemptAt(subscription: Subscription, attempt: Attempt, now: Date): Date | undefined {
  if (isEarly(subscription, attempt)) return attempt.scheduledAt;
  const { maxRetry, retryEveryDays } = effectivePolicy(subscription);
  if (attempt.number - subscription.uncounted > maxRetry) return undefined;
  const { scheduledAt, startedAt } = attempt;
  const isLate = startedAt.getTime() - scheduledAt.getTime() > lateMs;
  const next = daysLater(isLate ? now : scheduledAt, retryEveryDays);
  const { method, cycleBegunAt } = subscription;
  if (method === 'CARD' || !cycleBegunAt) return next;
  return saoPauloDay(next) > addDays(firstDay(subscription, cycleBegunAt), pixDaysMax) ? undefined : next;
}

/** A bank wants two days' notice. */
const noticeDays = 2;

/** The day of the first attempt of a cycle by Pix. */
function firstDay(subscription: Subscription, cycleBegunAt: Date): string {
  if (subscription.leadDays === 0) return saoPauloDay(cycleBegunAt);
  const [due, earliest] = [saoPauloDay(currentDueAt(subscription)), addDays(saoPauloDay(cycleBegunAt), noticeDays)];
  return due > earliest ? due : earliest;
}
