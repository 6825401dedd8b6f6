import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { findPlanned } from '../plan-changes/plan-change-queries';
import { applyPlanChanges } from '../plan-changes/plan-change-repository';
import type { Subscription } from '../subscriptions/subscription';
import { postponeUsage } from '../usage/usage-repository';
import { cycleClosed } from './cycle-events';
import { endCycle, insertSkippedCycles } from '../cycles/cycle-repository';
import { skipDue } from '../cycles/due-action';
import { followingCycle } from '../plan-changes/due-plans';

/**
 * Writes the cycles that fall due until `until` as skipped, and moves their usage to the one after them. The caller
 * has the lock of the subscription, whose cycle at hand has not begun, and saves what this answers.
 */
export async function skipCycles(
  { db }: Pick<Deps, 'db'>,
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
 * Gives up what is due at `now`: the open cycle stays unpaid, those after it are skipped. The caller has the lock, saves
 * what this answers and appends the facts.
 */
export async function giveUpDue(
  deps: Pick<Deps, 'db' | 'ids'>,
  tenant: Tenant,
  subscription: Subscription,
  now: Date,
): Promise<{ readonly subscription: Subscription; readonly facts: readonly OutboundEvent[] }> {
  const { id: subscriptionId, cycleNumber: number, cycleBegunAt } = subscription;
  if (!cycleBegunAt) return { subscription: await skipCycles(deps, tenant, subscription, now, now), facts: [] };
  const unpaid = { status: 'UNPAID', at: now, checkoutId: undefined, chargeId: undefined } as const;
  await endCycle(deps.db, tenant, { subscriptionId, number }, unpaid);
  const next: Subscription = { ...followingCycle(subscription), step: 'WAIT', updatedAt: now };
  return {
    subscription: await skipCycles(deps, tenant, next, now, now),
    facts: [cycleClosed(deps.ids, tenant, { subscriptionId, number }, unpaid)],
  };
}
