import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { dropPendingDeliveries } from '../deliveries/drop-deliveries';
import type { TxDeps } from '../deps';
import type { Webhook } from '../endpoints/webhook';
import { webhookNotFound } from '../endpoints/webhook-errors';
import { webhookDeleted } from '../endpoints/webhook-events';
import { findWebhook, setWebhookStatus } from '../endpoints/webhook-repository';

/** Deletes a webhook and drops its pending deliveries; returns it as it was. */
export async function deleteWebhook(tx: TxDeps, tenant: Tenant, id: string): Promise<Webhook> {
  const before = await findWebhook(tx.db, tenant, id);
  const deleted = await setWebhookStatus(tx.db, tenant, id, 'DELETED', tx.clock.now(tenant));
  if (!before || !deleted) throw webhookNotFound();
  await appendEvents(tx.db, [webhookDeleted(tx.ids, tenant, before, deleted.updatedAt)], tx.clock.real());
  await dropPendingDeliveries(tx, tenant, id, []);
  return before;
}
