import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { nextRunAt, type TxDeps } from '../deps';
import { revenueChange } from '../revenue/revenue';
import { addRevenue } from '../revenue/revenue-repository';
import type { Subscription } from '../subscriptions/subscription';
import { changesBetween } from '../subscriptions/subscription-change';
import { updatedEvent } from './subscription-events';
import { saveSubscription, type LockedSubscription } from '../subscriptions/subscription-repository';

/**
 * Writes a change of a subscription: the row, the store's revenue and the events, `subscription.updated` last. Work
 * in flight keeps its lease.
 */
export async function saveChange(
  tx: TxDeps,
  tenant: Tenant,
  { subscription: before, offsetMs, runAt }: LockedSubscription,
  after: Subscription,
  events: readonly OutboundEvent[] = [],
): Promise<void> {
  const runAtAfter = after.step === 'WAIT' ? nextRunAt(tx, offsetMs, after) : runAt;
  await saveSubscription(tx.db, tenant, before, after, runAtAfter);
  const updated = updatedEvent(tx, tenant, after, changesBetween(before, after));
  await appendEvents(tx.db, [...events, updated], tx.clock.real());
  await addRevenue(tx.db, tenant, revenueChange(before, after));
}
