import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { PlannedSubscription } from '../cycles/due-plans';
import type { Subscription } from '../subscriptions/subscription';
import { claimWaitingChanges } from './plan-change-repository';

/** A subscription with the plans that wait for its cycles. */
export async function findPlanned(db: Db, tenant: Tenant, subscription: Subscription): Promise<PlannedSubscription> {
  const waiting = await claimWaitingChanges(db, [{ tenant, subscription }]);
  return { subscription, plans: waiting.get(subscription.id) ?? [] };
}
