import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import { dropPendingDeliveries } from '../deliveries/drop-deliveries';
import type { Deps } from '../deps';
import type { Webhook } from '../endpoints/webhook';
import { webhookNotFound } from '../endpoints/webhook-errors';
import { webhookChanged } from '../endpoints/webhook-events';
import { lockLiveWebhook, setRegisteredAt, setWebhookStatus } from '../endpoints/webhook-repository';

/**
 * Disables an active webhook and drops its pending deliveries, or enables a disabled one, which gets later events only:
 * dropped deliveries stay dropped.
 */
export async function toggleWebhook(deps: Deps, tenant: Tenant, id: string): Promise<Webhook> {
  return await inTransaction(deps.db, async (tx) => {
    const webhook = await lockLiveWebhook(tx, tenant, id);
    if (!webhook) throw webhookNotFound();
    const status = webhook.status === 'ACTIVE' ? 'DISABLED' : 'ACTIVE';
    const toggled = await setWebhookStatus(tx, tenant, id, status, deps.clock.now(tenant));
    if (!toggled) throw webhookNotFound();
    if (status === 'ACTIVE') await setRegisteredAt(tx, tenant, id, deps.clock.real());
    else await dropPendingDeliveries({ ...deps, db: tx }, tenant, id);
    await appendEvents(tx, [webhookChanged('webhook.updated', deps.ids, tenant, toggled)], deps.clock.real());
    return toggled;
  });
}
