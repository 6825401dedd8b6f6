import { zeroCents, type Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { storeNow, type Deps } from '../deps';
import { applyPlanChanges, claimWaitingChanges } from '../plan-changes/plan-change-repository';
import type { PlanChange } from '../plan-changes/plan-change';
import { revenueChange, type RevenueShare } from '../revenue/revenue';
import { addRevenue } from '../revenue/revenue-repository';
import type { ClaimedSubscription } from '../subscriptions/subscription-repository';
import { claimUsage, postponeUsage } from '../usage/usage-repository';
import { beginAttempt, beginCycle, type Attempt, type BilledCycle } from '../cycles/cycle';
import { cycleOpened } from './cycle-events';
import { claimAttempts, claimCycles, type Owned } from '../cycles/cycle-repository';

/** A subscription whose attempt has begun; the cycle is known here when it began with it. */
export interface BegunAttempt extends ClaimedSubscription {
  readonly attempt: Attempt;
  readonly cycle: BilledCycle | undefined;
  /** The plans that apply with the cycle. */
  readonly plans: readonly PlanChange[];
}

/**
 * Begins the due attempts of waiting subscriptions: at a cycle's first one a plan that waited applies and the amount
 * is fixed. The caller has their locks, saves what this answers in the same transaction, and asks billing only after
 * its commit. One that cannot begin is logged and left out.
 */
export async function beginAttempts(
  deps: Deps,
  waiting: readonly ClaimedSubscription[],
): Promise<readonly BegunAttempt[]> {
  const { db, log } = deps;
  const fresh = waiting.filter(({ subscription }) => !subscription.cycleBegunAt);
  const changes = await claimWaitingChanges(db, fresh);
  const usage = await claimUsage(db, fresh);
  const begin = ({ subscription, ...owner }: ClaimedSubscription): BegunAttempt => {
    const now = storeNow(deps, owner.offsetMs);
    if (subscription.cycleBegunAt) return { ...owner, cycle: undefined, plans: [], ...beginAttempt(subscription, now) };
    const { id } = subscription;
    const waitingPlans = changes.get(id) ?? [];
    const opened = beginCycle({ subscription, plans: waitingPlans }, usage.get(id) ?? zeroCents, now);
    const plans = waitingPlans.filter((plan) => !opened.plans.includes(plan));
    return { ...owner, cycle: opened.cycle, plans, ...beginAttempt(opened.subscription, now) };
  };
  const begun = waiting.flatMap((item) => {
    try {
      return [begin(item)];
    } catch (error) {
      // One that cannot be computed must not hold up all the others that were claimed with it.
      log.error({ err: error, subscriptionId: item.subscription.id }, 'an attempt could not begin');
      return [];
    }
  });
  const opened = begun.flatMap(({ tenant, cycle }): Owned<BilledCycle>[] => (cycle ? [{ tenant, ...cycle }] : []));
  await claimCycles(db, opened);
  const isPostponed = ({ subscriptionId, usageCents }: BilledCycle): boolean =>
    usageCents !== (usage.get(subscriptionId) ?? zeroCents);
  await postponeUsage(db, opened.filter(isPostponed));
  const told = begun.flatMap(({ tenant, subscription, cycle }) =>
    cycle ? [cycleOpened(deps.ids, tenant, subscription, cycle)] : [],
  );
  await appendEvents(db, told, deps.clock.real());
  await claimAttempts(
    db,
    begun.map(({ tenant, attempt }) => ({ tenant, ...attempt })),
  );
  for (const { tenant, plans, attempt } of begun) await applyPlanChanges(db, tenant, plans, attempt.startedAt);
  await addRevenues(deps, waiting, begun);
  return begun;
}

/** Store after store in one order, because their rows are shared with other claims. */
async function addRevenues(
  { db }: Deps,
  before: readonly ClaimedSubscription[],
  after: readonly ClaimedSubscription[],
): Promise<void> {
  const changes = new Map<string, { tenant: Tenant; change: RevenueShare }>();
  const known = new Map(before.map(({ subscription }) => [subscription.id, subscription]));
  for (const { tenant, subscription } of after) {
    const { mrrTwelfths, activeSubscriptions } = revenueChange(known.get(subscription.id), subscription);
    const key = `${tenant.storeId} ${String(tenant.devMode)}`;
    const sum = changes.get(key)?.change ?? { mrrTwelfths: 0, activeSubscriptions: 0 };
    changes.set(key, {
      tenant,
      change: {
        mrrTwelfths: sum.mrrTwelfths + mrrTwelfths,
        activeSubscriptions: sum.activeSubscriptions + activeSubscriptions,
      },
    });
  }
  for (const key of [...changes.keys()].sort()) {
    const entry = changes.get(key);
    if (entry) await addRevenue(db, entry.tenant, entry.change);
  }
}
