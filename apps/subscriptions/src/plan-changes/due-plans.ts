import type { PlanChange } from './plan-change';
import { cycleDueAt, priced, type Subscription } from '../subscriptions/subscription';

/** A subscription with plans that wait for its cycles to begin. */
export interface PlannedSubscription {
  readonly subscription: Subscription;
  /** Oldest first. */
  readonly plans: readonly PlanChange[];
}

/** When the cycle at hand falls due, or fell due. */
export function currentDueAt(subscription: Subscription): Date {
  return cycleDueAt(subscription, subscription.cycleNumber);
}

/**
 * The subscription with the plan of its cycle at hand, which has not begun: the last one requested before it fell due. A
 * plan with another cycle makes the due instant the anchor.
 */
export function withDuePlans({ subscription, plans }: PlannedSubscription): PlannedSubscription {
  const dueAt = currentDueAt(subscription);
  const isApplied = (plan: PlanChange): boolean => plan.requestedAt < dueAt;
  return {
    subscription: plans.filter(isApplied).reduce((known, plan) => withPlan(known, plan, dueAt), subscription),
    plans: plans.filter((plan) => !isApplied(plan)),
  };
}

/**
 * The subscription at its first cycle that falls due after `at`, with the plan that the cycles before it leave; a change
 * requested at `at` applies to that cycle. The plans left are those that no cycle fell due under.
 */
export function firstDueAfter({ subscription, plans }: PlannedSubscription, at: Date): PlannedSubscription {
  let known: PlannedSubscription = {
    subscription: subscription.cycleBegunAt ? followingCycle(subscription) : subscription,
    plans,
  };
  while (currentDueAt(known.subscription) <= at) {
    const begun = withDuePlans(known);
    known = { ...begun, subscription: followingCycle(begun.subscription) };
  }
  return known;
}

/** It is cancelled as its cycle at hand falls due: the price of that is not charged. */
export function endsBeforeCharge({ subscription }: PlannedSubscription): boolean {
  const { endsAt } = subscription;
  return endsAt !== undefined && endsAt <= currentDueAt(subscription);
}

/** Its cycle at hand has begun and has yet to fall due: the payer's bank received it in advance. */
export function isPrepared(subscription: Subscription, at: Date): boolean {
  return subscription.cycleBegunAt !== undefined && currentDueAt(subscription) > at;
}

/** The due instants until `at` of cycles that have not begun: some while an earlier one is unpaid, else none. */
export function duesUntil({ subscription, plans }: PlannedSubscription, at: Date): readonly Date[] {
  const dues: Date[] = [];
  let known: PlannedSubscription = {
    subscription: subscription.cycleBegunAt ? followingCycle(subscription) : subscription,
    plans,
  };
  while (currentDueAt(known.subscription) <= at) {
    dues.push(currentDueAt(known.subscription));
    const begun = withDuePlans(known);
    known = { ...begun, subscription: followingCycle(begun.subscription) };
  }
  return dues;
}

/** The subscription at its next cycle, which has not begun. A card that was declined for good stays stopped. */
export function followingCycle(subscription: Subscription): Subscription {
  const cycleNumber = subscription.cycleNumber + 1;
  return {
    ...subscription,
    cycleNumber,
    attempts: 0,
    uncounted: 0,
    cycleBegunAt: undefined,
    // Its trial is over, whatever became of the cycle after it.
    isRecurring: true,
    nextChargeAt: cycleDueAt(subscription, cycleNumber),
  };
}

function withPlan(subscription: Subscription, change: PlanChange, dueAt: Date): Subscription {
  const { productId, quantity, unitPriceCents, cycle } = change;
  const plan = { productId, quantity, unitPriceCents, ...priced(change, subscription.agreedCoupons) };
  if (cycle === subscription.cycle) return { ...subscription, ...plan };
  return { ...subscription, ...plan, cycle, anchorAt: dueAt, anchorCycle: subscription.cycleNumber };
}
