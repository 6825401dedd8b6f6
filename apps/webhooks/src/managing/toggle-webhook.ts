import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { dropPendingDeliveries } from '../deliveries/drop-deliveries';
import type { TxDeps } from '../deps';
import type { Webhook } from '../endpoints/webhook';
import { webhookNotFound } from '../endpoints/webhook-errors';
import { webhookChanged } from '../endpoints/webhook-events';
import { lockLiveWebhook, setRegisteredAt, setWebhookStatus } from '../endpoints/webhook-repository';

/**
 * Disables an active webhook and drops its pending deliveries, or enables a disabled one, which gets later events only:
 * dropped deliveries stay dropped.
 */
export async function toggleWebhook(tx: TxDeps, tenant: Tenant, id: string): Promise<Webhook> {
  const webhook = await lockLiveWebhook(tx.db, tenant, id);
  if (!webhook) throw webhookNotFound();
  const status = webhook.status === 'ACTIVE' ? 'DISABLED' : 'ACTIVE';
  const toggled = await setWebhookStatus(tx.db, tenant, id, status, tx.clock.now(tenant));
  if (!toggled) throw webhookNotFound();
  if (status === 'ACTIVE') await setRegisteredAt(tx.db, tenant, id, tx.clock.real());
  else await dropPendingDeliveries(tx, tenant, id, []);
  await appendEvents(tx.db, [webhookChanged('webhook.updated', tx.ids, tenant, toggled)], tx.clock.real());
  return toggled;
}
