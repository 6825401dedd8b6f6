import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { firstDueAfter } from '../plan-changes/due-plans';
import { storeNow, type TxDeps } from '../deps';
import { isRunning } from '../subscriptions/subscription';
import { planChangeNotFound, subscriptionNotActive } from '../subscriptions/subscription-errors';
import { lockSubscription } from '../subscriptions/subscription-repository';
import { updatedEvent } from './subscription-events';
import type { PlanChange } from '../plan-changes/plan-change';
import { findPlanned } from '../plan-changes/plan-change-repository';
import { cancelPendingChange } from '../plan-changes/plan-change-repository';

/**
 * Cancels the pending change of a subscription. One that a cycle has fallen due under stays, though that cycle may not
 * have begun.
 *
 * @throws AppError NOT_FOUND unless the subscription is active and has a pending change
 */
export async function cancelPlanChange(tx: TxDeps, tenant: Tenant, subscriptionId: string): Promise<PlanChange> {
  const locked = await lockSubscription(tx.db, tenant, subscriptionId);
  if (!locked || !isRunning(locked.subscription)) throw subscriptionNotActive();
  const at = storeNow(tx, locked.offsetMs);
  const [pending] = firstDueAfter(await findPlanned(tx.db, tenant, locked.subscription), at).plans;
  if (!pending) throw planChangeNotFound();
  await cancelPendingChange(tx.db, tenant, subscriptionId, at);
  const event = updatedEvent(tx, tenant, { ...locked.subscription, updatedAt: at }, ['PLAN_CHANGE_CANCELLED']);
  await appendEvents(tx.db, [event], tx.clock.real());
  return { ...pending, status: 'CANCELLED', updatedAt: at };
}
