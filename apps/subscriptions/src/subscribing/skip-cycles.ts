import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { TxDeps } from '../deps';
import { findPlanned } from '../plan-changes/plan-change-repository';
import { applyPlanChanges } from '../plan-changes/plan-change-repository';
import type { Subscription } from '../subscriptions/subscription';
import { postponeUsage } from '../usage/usage-repository';
import { cycleClosed } from './cycle-events';
import { endCycles, unpaidEnd } from '../cycles/cycle-end-repository';
import { insertSkippedCycles } from '../cycles/cycle-repository';
import { skipDue } from '../cycles/due-action';
import { currentDueAt, followingCycle } from '../plan-changes/due-plans';

/**
 * Inserts the cycles that fall due until `until` as skipped, and moves their usage to the one after them. One that has
 * begun, because the payer's bank received it in advance, stays unpaid. The subscription is locked; the caller saves
 * the one returned.
 */
export async function skipCycles(
  tx: TxDeps,
  tenant: Tenant,
  known: Subscription,
  until: Date,
  now: Date,
): Promise<Subscription> {
  const { db } = tx;
  const isBegun = known.cycleBegunAt !== undefined && currentDueAt(known) <= until;
  const subscription = isBegun ? await giveUpCycle(tx, tenant, known, now) : known;
  if (subscription.cycleBegunAt) return subscription;
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
 * The caller saves the subscription returned.
 */
export async function closeDueCycles(
  tx: TxDeps,
  tenant: Tenant,
  subscription: Subscription,
  now: Date,
): Promise<Subscription> {
  return skipCycles(tx, tenant, { ...subscription, step: 'WAIT', updatedAt: now }, now, now);
}

/** Ends the cycle at hand, which has begun, unpaid. */
async function giveUpCycle(
  { db, ids, clock }: TxDeps,
  tenant: Tenant,
  subscription: Subscription,
  now: Date,
): Promise<Subscription> {
  const unpaid = unpaidEnd(subscription, now);
  await endCycles(db, [{ tenant, ...unpaid }]);
  await appendEvents(db, [cycleClosed(ids, tenant, unpaid)], clock.real());
  return { ...followingCycle(subscription), isLapsed: true, step: 'WAIT', updatedAt: now };
}
