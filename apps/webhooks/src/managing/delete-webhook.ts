import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import { dropPendingDeliveries } from '../deliveries/drop-deliveries';
import type { Deps } from '../deps';
import type { Webhook } from '../endpoints/webhook';
import { webhookNotFound } from '../endpoints/webhook-errors';
import { webhookDeleted } from '../endpoints/webhook-events';
import { findWebhook, setWebhookStatus } from '../endpoints/webhook-repository';

/** Deletes a webhook and drops its pending deliveries; returns it as it was. */
export async function deleteWebhook(deps: Deps, tenant: Tenant, id: string): Promise<Webhook> {
  return await inTransaction(deps.db, async (tx) => {
    const before = await findWebhook(tx, tenant, id);
    const deleted = await setWebhookStatus(tx, tenant, id, 'DELETED', deps.clock.now(tenant));
    if (!before || !deleted) throw webhookNotFound();
    await appendEvents(tx, [webhookDeleted(deps.ids, tenant, before, deleted.updatedAt)], deps.clock.real());
    await dropPendingDeliveries({ ...deps, db: tx }, tenant, id);
    return before;
  });
}
