import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { runAtOf, type Deps } from '../deps';
import { revenueChange } from '../revenue/revenue';
import { addRevenue } from '../revenue/revenue-repository';
import type { Subscription } from '../subscriptions/subscription';
import { updatedEvent } from './subscription-events';
import { saveSubscription, type LockedSubscription } from '../subscriptions/subscription-repository';

/**
 * Writes a change of a subscription in the caller's transaction, which has its lock: the row, the store's revenue and
 * the facts, `subscription.updated` the last of them. Work that is under way keeps its lease.
 */
export async function saveChange(
  deps: Deps,
  tenant: Tenant,
  { subscription: before, offsetMs, runAt }: LockedSubscription,
  after: Subscription,
  facts: readonly OutboundEvent[] = [],
): Promise<void> {
  const nextRunAt = after.step === 'WAIT' ? runAtOf(deps, offsetMs, after) : runAt;
  await saveSubscription(deps.db, tenant, before, after, nextRunAt);
  await appendEvents(deps.db, [...facts, updatedEvent(deps, tenant, after)], deps.clock.real());
  await addRevenue(deps.db, tenant, revenueChange(before, after));
}
