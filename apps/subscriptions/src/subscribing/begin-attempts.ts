import { zeroCents, type Owned } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { storeNow, type TxDeps } from '../deps';
import { applyPlanChanges, findWaitingChanges } from '../plan-changes/plan-change-repository';
import type { PlanChange } from '../plan-changes/plan-change';
import { addRevenues } from './add-revenues';
import type { Subscription } from '../subscriptions/subscription';
import type { DueSubscription } from '../subscriptions/subscription-repository';
import { findUsageToBill, postponeUsage } from '../usage/usage-repository';
import { beginAttempt, beginCycle, type Attempt, type BilledCycle } from '../cycles/cycle';
import { cycleOpened } from './cycle-events';
import { insertAttempts, insertCycles } from '../cycles/cycle-repository';

/** A subscription whose attempt has begun. */
export interface BegunAttempt extends Owned<DueSubscription> {
  /** The subscription as it waited. */
  readonly before: Subscription;
  readonly attempt: Attempt;
  /** Undefined when an earlier attempt began it. */
  readonly cycle: BilledCycle | undefined;
  /** The plans that apply with the cycle. */
  readonly plans: readonly PlanChange[];
}

/**
 * Begins the due attempts of locked subscriptions at WAIT: at a cycle's first one a plan that waited applies and the
 * amount is fixed. The caller saves the subscriptions returned, and calls billing only after the commit. One that cannot
 * begin is logged and left out.
 */
export async function beginAttempts(
  tx: TxDeps,
  waiting: readonly Owned<DueSubscription>[],
): Promise<readonly BegunAttempt[]> {
  const { db, log } = tx;
  const fresh = waiting.filter(({ subscription }) => !subscription.cycleBegunAt);
  const changes = await findWaitingChanges(db, fresh);
  const usage = await findUsageToBill(db, fresh);
  const begin = ({ tenant, subscription: before, offsetMs }: Owned<DueSubscription>): BegunAttempt => {
    const owner = { tenant, offsetMs, before };
    const now = storeNow(tx, offsetMs);
    if (before.cycleBegunAt) return { ...owner, cycle: undefined, plans: [], ...beginAttempt(before, now) };
    const waitingPlans = changes.get(before.id) ?? [];
    const opened = beginCycle({ subscription: before, plans: waitingPlans }, usage.get(before.id) ?? zeroCents, now);
    const plans = waitingPlans.filter((plan) => !opened.plans.includes(plan));
    return { ...owner, cycle: opened.cycle, plans, ...beginAttempt(opened.subscription, now) };
  };
  const begun = waiting.flatMap((item) => {
    try {
      return [begin(item)];
    } catch (error) {
      // The others that were claimed with it must begin.
      log.error({ err: error, subscriptionId: item.subscription.id }, 'an attempt could not begin');
      return [];
    }
  });
  const opened = begun.flatMap(({ tenant, cycle }): Owned<BilledCycle>[] => (cycle ? [{ tenant, ...cycle }] : []));
  await insertCycles(db, opened);
  const isPostponed = ({ subscriptionId, usageCents }: BilledCycle): boolean =>
    usageCents !== (usage.get(subscriptionId) ?? zeroCents);
  await postponeUsage(db, opened.filter(isPostponed));
  const events = begun.flatMap(({ tenant, subscription, cycle }) =>
    cycle ? [cycleOpened(tx.ids, tenant, subscription, cycle)] : [],
  );
  await appendEvents(db, events, tx.clock.real());
  await insertAttempts(
    db,
    begun.map(({ tenant, attempt }) => ({ tenant, ...attempt })),
  );
  for (const { tenant, plans, attempt } of begun) await applyPlanChanges(db, tenant, plans, attempt.startedAt);
  await addRevenues(
    db,
    begun.map(({ tenant, before, subscription: after }) => ({ tenant, before, after })),
  );
  return begun;
}
