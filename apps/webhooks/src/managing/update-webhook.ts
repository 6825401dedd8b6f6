import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { Deps, TxDeps } from '../deps';
import { dropPendingDeliveries } from '../deliveries/drop-deliveries';
import { checkWebhookInput, type Webhook } from '../endpoints/webhook';
import { webhookNotFound } from '../endpoints/webhook-errors';
import { webhookChanged } from '../endpoints/webhook-events';
import { getWebhook, lockLiveWebhook, saveWebhook } from '../endpoints/webhook-repository';
import { checkInputAndAddress } from './create-webhook';

/** Undefined properties stay as they are. */
export interface WebhookChanges {
  readonly name: string | undefined;
  readonly endpoint: string | undefined;
  /** If empty, they stay as they are. */
  readonly events: readonly string[];
}

/**
 * Checks changes like the input of a create, with the address of a new endpoint, outside any transaction.
 *
 * @throws AppError NOT_FOUND, INVALID_ARGUMENT
 */
export async function checkWebhookChanges(
  deps: Deps,
  tenant: Tenant,
  id: string,
  changes: WebhookChanges,
): Promise<WebhookChanges> {
  const webhook = await getWebhook(deps.db, tenant, id);
  const changed = applyChanges(webhook, changes);
  if (changes.endpoint === undefined) checkWebhookInput({ ...changed, secret: undefined });
  else await checkInputAndAddress(deps, tenant, { ...changed, secret: undefined });
  return changes;
}

/**
 * Applies checked changes to a webhook. Later attempts go to the new endpoint, retries included; pending deliveries of
 * events that it no longer takes are dropped.
 */
export async function updateWebhook(tx: TxDeps, tenant: Tenant, id: string, changes: WebhookChanges): Promise<Webhook> {
  const webhook = await lockLiveWebhook(tx.db, tenant, id);
  if (!webhook) throw webhookNotFound();
  const after = { ...applyChanges(webhook, changes), updatedAt: tx.clock.now(tenant) };
  await saveWebhook(tx.db, tenant, after);
  if (changes.events.length > 0) await dropPendingDeliveries(tx, tenant, id, after.events);
  await appendEvents(tx.db, [webhookChanged('webhook.updated', tx.ids, tenant, after)], tx.clock.real());
  return after;
}

function applyChanges<W extends Webhook>(webhook: W, { name, endpoint, events }: WebhookChanges): W {
  return {
    ...webhook,
    name: name ?? webhook.name,
    endpoint: endpoint ?? webhook.endpoint,
    events: events.length === 0 ? webhook.events : [...new Set(events)],
  };
}
