import { addDays, cents, saoPauloDay, zeroCents, type Cents } from '@pitanga/core';
import type { PlanChange } from '../plan-changes/plan-change';
import { amountMin, priced, type Subscription } from '../subscriptions/subscription';
import { daysLater } from './schedule';

/** What one cycle costs, fixed when its first attempt begins so that retries ask for the same. */
export interface BilledCycle {
  readonly subscriptionId: string;
  readonly number: number;
  /** Store time. */
  readonly dueAt: Date;
  readonly productId: string;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
  readonly discountCents: Cents;
  readonly usageCents: Cents;
  /** What is collected: price × quantity less discount, plus usage. */
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
  /** Store time at which it should have begun; earlier than `startedAt` after downtime. */
  readonly scheduledAt: Date;
  readonly startedAt: Date;
}

/** By which billing knows a repeat of the same attempt. */
export function attemptId({ subscriptionId, cycleNumber, number }: Attempt): string {
  return `${subscriptionId}:${String(cycleNumber)}:${String(number)}`;
}

/** The attempt that is under way or was the last one. */
function lastAttempt(subscription: Subscription, times: Pick<Attempt, 'scheduledAt' | 'startedAt'>): Attempt {
  const { id, cycleNumber, attempts } = subscription;
  return { subscriptionId: id, cycleNumber, number: attempts, ...times };
}

/**
 * The subscription as the first attempt of its cycle begins, and what that cycle costs. A plan that waited applies
 * now; one of another cycle makes this due instant the anchor (decisions, 10). From here on a trial is revenue.
 *
 * Nobody can be charged less than R$ 1,00 (decisions, 5): where coupons take the whole price, use that comes to less
 * is not in this cycle. The caller moves it to the next one when the cycle's `usageCents` are not those it gave.
 */
export function beginCycle(
  subscription: Subscription,
  change: PlanChange | undefined,
  usageCents: Cents,
  now: Date,
): { readonly subscription: Subscription; readonly cycle: BilledCycle } {
  const dueAt = dueOf(subscription);
  const changed: Subscription = {
    ...subscription,
    ...(change && applied(subscription, change, dueAt)),
    isRecurring: true,
  };
  const { id: subscriptionId, cycleNumber: number, productId, quantity, unitPriceCents, discountCents } = changed;
  const netCents = changed.amountCents - discountCents;
  const billedUsageCents = netCents === 0 && usageCents < amountMin ? zeroCents : usageCents;
  return {
    subscription: changed,
    cycle: {
      subscriptionId,
      number,
      dueAt,
      productId,
      quantity,
      unitPriceCents,
      discountCents,
      usageCents: billedUsageCents,
      amountCents: cents(netCents + billedUsageCents),
      begunAt: now,
    },
  };
}

function applied(subscription: Subscription, change: PlanChange, dueAt: Date): Partial<Subscription> {
  const { productId, quantity, unitPriceCents, cycle } = change;
  const plan = { productId, quantity, unitPriceCents, ...priced(change, subscription.agreedCoupons) };
  if (cycle === subscription.cycle) return plan;
  return { ...plan, cycle, anchorAt: dueAt, anchorCycle: subscription.cycleNumber };
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
  return { subscription: begun, attempt: lastAttempt(begun, { scheduledAt: dueOf(subscription), startedAt: now }) };
}

function dueOf({ id, nextChargeAt }: Subscription): Date {
  if (!nextChargeAt) throw new Error(`subscription ${id} has no next charge`);
  return nextChargeAt;
}

/** Pix: at most three more attempts within seven days of the first, whatever the policy (brazil.md, 2.6). */
const pixRetriesMax = 3;
const pixDaysMax = 7;

/** How often and how far apart a cycle is tried again. */
export function retriesOf({ method, retryPolicy }: Pick<Subscription, 'method' | 'retryPolicy'>): {
  readonly max: number;
  readonly everyDays: number;
} {
  const { maxRetry, retryEveryDays } = retryPolicy;
  if (method === 'CARD') return { max: maxRetry, everyDays: retryEveryDays };
  const everyDays = Math.min(retryEveryDays, pixDaysMax);
  return { max: Math.min(maxRetry, pixRetriesMax, Math.floor(pixDaysMax / everyDays)), everyDays };
}

const lateMs = 86_400_000;

/**
 * When the cycle is tried again after this attempt failed; absent when it was the last. Counted from when the attempt
 * should have been, but from now when it came more than a day late: nobody is tried several times in a row.
 */
export function nextAttemptAt(subscription: Subscription, attempt: Attempt, now: Date): Date | undefined {
  const { max, everyDays } = retriesOf(subscription);
  if (attempt.number > max) return undefined;
  const { scheduledAt, startedAt } = attempt;
  const isLate = startedAt.getTime() - scheduledAt.getTime() > lateMs;
  const next = daysLater(isLate ? now : scheduledAt, everyDays);
  const { method, cycleBegunAt } = subscription;
  if (method === 'CARD' || !cycleBegunAt) return next;
  return saoPauloDay(next) > addDays(saoPauloDay(cycleBegunAt), pixDaysMax) ? undefined : next;
}
