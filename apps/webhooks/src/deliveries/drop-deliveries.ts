import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { TxDeps } from '../deps';
import { deliveryFinished } from './delivery-events';
import { dropQueuedDeliveries } from './delivery-repository';

const eventsPerInsert = 500;

/**
 * Drops what is queued for a webhook, whose row the transaction has locked, except the event types in `kept`; returns how
 * many deliveries. A call in flight finishes and is logged; its success still delivers the delivery.
 */
export async function dropPendingDeliveries(
  tx: TxDeps,
  tenant: Tenant,
  webhookId: string,
  kept: readonly string[],
): Promise<number> {
  const finishedAt = tx.clock.now(tenant);
  const dropped = await dropQueuedDeliveries(tx.db, tenant, webhookId, kept, finishedAt);
  const events = dropped.map((delivery) => deliveryFinished(tx.ids, delivery, finishedAt));
  for (let start = 0; start < events.length; start += eventsPerInsert) {
    await appendEvents(tx.db, events.slice(start, start + eventsPerInsert), tx.clock.real());
  }
  return dropped.length;
}
