import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { firstDueAfter, type PlannedSubscription } from './due-plans';
import { isRunning, type Subscription } from '../subscriptions/subscription';
import type { PlanChange } from './plan-change';
import { claimWaitingChanges } from './plan-change-repository';

/** A subscription with the plans that wait for its cycles. */
export async function findPlanned(db: Db, tenant: Tenant, subscription: Subscription): Promise<PlannedSubscription> {
  const waiting = await claimWaitingChanges(db, [{ tenant, subscription }]);
  return { subscription, plans: waiting.get(subscription.id) ?? [] };
}

/** The change that may still be replaced or cancelled at `now` (store time). */
export async function findPendingChange(
  db: Db,
  tenant: Tenant,
  subscription: Subscription,
  now: Date,
): Promise<PlanChange | undefined> {
  if (!isRunning(subscription)) return undefined;
  const planned = await findPlanned(db, tenant, subscription);
  return planned.plans.length === 0 ? undefined : firstDueAfter(planned, now).plans[0];
}
