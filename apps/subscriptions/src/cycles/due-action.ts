import { zeroCents } from '@pitanga/core';
import { nextActionAt, type Subscription } from '../subscriptions/subscription';
import { beginCycle, type BilledCycle } from './cycle';
import { currentDueAt, followingCycle, type PlannedSubscription } from '../plan-changes/due-plans';

/** What falls due of a waiting subscription. */
export type DueAction = 'CHARGE' | 'SKIP' | 'RESUME' | 'END';

/** The first thing that falls due; a pause that ends at a due instant ends before it. */
export function dueAction(subscription: Subscription): DueAction {
  const at = nextActionAt(subscription);
  if (!at) throw new Error(`subscription ${subscription.id} has nothing to wait for`);
  const { pausedAt, resumesAt, endsAt } = subscription;
  if (endsAt && endsAt <= at) return 'END';
  if (!pausedAt) return 'CHARGE';
  return resumesAt && resumesAt <= at ? 'RESUME' : 'SKIP';
}

/** Whether what falls due of it is not a charge. */
export function isActionDue(subscription: Subscription): boolean {
  return subscription.step === 'WAIT' && dueAction(subscription) !== 'CHARGE';
}

/** Whether its time has come at `now` (store time). */
export function isDue(subscription: Subscription, now: Date): boolean {
  const at = nextActionAt(subscription);
  return at !== undefined && at <= now;
}

/** Skips the cycles that fall due until `until`, of which none has begun; the plans that they fall due under apply. */
export function skipDue(
  planned: PlannedSubscription,
  until: Date,
  now: Date,
): PlannedSubscription & { readonly skipped: readonly BilledCycle[] } {
  const skipped: BilledCycle[] = [];
  // What earlier cycles left waits for one that is charged.
  const { carriedCents } = planned.subscription;
  let known = { ...planned, subscription: { ...planned.subscription, carriedCents: zeroCents } };
  while (currentDueAt(known.subscription) <= until) {
    const { cycle, plans, subscription } = beginCycle(known, zeroCents, now);
    skipped.push(cycle);
    known = { plans, subscription: { ...followingCycle(subscription), isLapsed: true } };
  }
  return { ...known, subscription: { ...known.subscription, carriedCents }, skipped };
}
