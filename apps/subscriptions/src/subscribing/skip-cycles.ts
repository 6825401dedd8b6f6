import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { TxDeps } from '../deps';
import { findPlanned } from '../plan-changes/plan-change-repository';
import { applyPlanChanges } from '../plan-changes/plan-change-repository';
import type { Subscription } from '../subscriptions/subscription';
import { postponeUsage } from '../usage/usage-repository';
import { cycleClosed } from './cycle-events';
import { endCycle, insertSkippedCycles } from '../cycles/cycle-repository';
import { skipDue } from '../cycles/due-action';
import { followingCycle } from '../plan-changes/due-plans';

/**
 * Inserts the cycles that fall due until `until` as skipped, and moves their usage to the one after them. The subscription
 * is locked and its cycle at hand has not begun; the caller saves the subscription returned.
 */
export async function skipCycles(
  { db }: Pick<TxDeps, 'db'>,
  tenant: Tenant,
  subscription: Subscription,
  until: Date,
  now: Date,
): Promise<Subscription> {
  const planned = await findPlanned(db, tenant, subscription);
  const { subscription: left, plans, skipped } = skipDue(planned, until, now);
  if (skipped.length === 0) return subscription;
  await insertSkippedCycles(db, tenant, skipped);
  const applied = planned.plans.filter((plan) => !plans.includes(plan));
  await applyPlanChanges(db, tenant, applied, now);
  await postponeUsage(
    db,
    skipped.map(({ subscriptionId, number }) => ({ tenant, subscriptionId, number })),
  );
  return { ...left, step: 'WAIT', updatedAt: now };
}

/**
 * Ends the cycles of a locked subscription that are due at `now`: the open one stays unpaid, those after it are skipped.
 * The caller saves the subscription returned and appends the events.
 */
export async function closeDueCycles(
  deps: Pick<TxDeps, 'db' | 'ids'>,
  tenant: Tenant,
  subscription: Subscription,
  now: Date,
): Promise<{ readonly subscription: Subscription; readonly events: readonly OutboundEvent[] }> {
  const { id: subscriptionId, cycleNumber: number, cycleBegunAt } = subscription;
  if (!cycleBegunAt) return { subscription: await skipCycles(deps, tenant, subscription, now, now), events: [] };
  const unpaid = { status: 'UNPAID', at: now, checkoutId: undefined, chargeId: undefined } as const;
  await endCycle(deps.db, tenant, { subscriptionId, number }, unpaid);
  const next: Subscription = { ...followingCycle(subscription), step: 'WAIT', updatedAt: now };
  return {
    subscription: await skipCycles(deps, tenant, next, now, now),
    events: [cycleClosed(deps.ids, tenant, { subscriptionId, number }, unpaid)],
  };
}
