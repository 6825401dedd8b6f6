import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { Deps } from '../deps';
import { deliveryFinished } from './delivery-events';
import { dropQueuedDeliveries } from './delivery-repository';

const eventsPerInsert = 500;

/**
 * Drops everything queued for a webhook, in the caller's transaction, which has locked the webhook's row.
 * An attempt under way goes on and is logged; should it succeed, its delivery is delivered after all.
 */
export async function dropPendingDeliveries(
  deps: Pick<Deps, 'db' | 'ids' | 'clock'>,
  tenant: Tenant,
  webhookId: string,
): Promise<number> {
  const finishedAt = deps.clock.now(tenant);
  const dropped = await dropQueuedDeliveries(deps.db, tenant, webhookId, finishedAt);
  const events = dropped.map((delivery) => deliveryFinished(deps.ids, delivery, finishedAt));
  for (let start = 0; start < events.length; start += eventsPerInsert) {
    await appendEvents(deps.db, events.slice(start, start + eventsPerInsert), deps.clock.real());
  }
  return dropped.length;
}
