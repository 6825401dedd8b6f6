import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { TxDeps } from '../deps';
import { deliveryFinished } from './delivery-events';
import { dropQueuedDeliveries } from './delivery-repository';

const eventsPerInsert = 500;

/**
 * Drops everything queued for a webhook, whose row the transaction has locked; returns how many deliveries. A call in
 * flight goes on and is logged; its success still delivers the delivery.
 */
export async function dropPendingDeliveries(
  deps: Pick<TxDeps, 'db' | 'ids' | 'clock'>,
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
