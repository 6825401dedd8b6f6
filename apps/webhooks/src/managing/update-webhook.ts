import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { checkWebhookInput, type Webhook } from '../endpoints/webhook';
import { webhookNotFound } from '../endpoints/webhook-errors';
import { webhookChanged } from '../endpoints/webhook-events';
import { findWebhook } from '../endpoints/webhook-queries';
import { lockLiveWebhook, saveWebhook } from '../endpoints/webhook-repository';
import { checkedWebhookInput } from './create-webhook';

/** Absent fields stay as they are. */
export interface WebhookChanges {
  readonly name: string | undefined;
  readonly endpoint: string | undefined;
  /** Empty: as they are. */
  readonly events: readonly string[];
}

/**
 * Checks a change like the input of a create, the address of a new endpoint included, before any transaction.
 * @throws AppError NOT_FOUND, INVALID_ARGUMENT
 */
export async function checkWebhookChanges(
  deps: Deps,
  tenant: Tenant,
  id: string,
  changes: WebhookChanges,
): Promise<WebhookChanges> {
  const webhook = await findWebhook(deps.db, tenant, id);
  if (!webhook) throw webhookNotFound();
  const changed = changedWebhook(webhook, changes);
  if (changes.endpoint === undefined) checkWebhookInput({ ...changed, secret: undefined });
  else await checkedWebhookInput(deps, tenant, { ...changed, secret: undefined });
  return changes;
}

/**
 * Changes a webhook by checked changes. Every attempt from here on goes to the new endpoint, retries of older events
 * too; other events count for the facts that are matched from here on, and deliveries that are pending stay.
 */
export async function updateWebhook(deps: Deps, tenant: Tenant, id: string, changes: WebhookChanges): Promise<Webhook> {
  return await inTransaction(deps.db, async (tx) => {
    const webhook = await lockLiveWebhook(tx, tenant, id);
    if (!webhook) throw webhookNotFound();
    const after = { ...changedWebhook(webhook, changes), updatedAt: deps.clock.now(tenant) };
    await saveWebhook(tx, tenant, after);
    await appendEvents(tx, [webhookChanged('webhook.updated', deps.ids, tenant, after)], deps.clock.real());
    return after;
  });
}

function changedWebhook(webhook: Webhook, { name, endpoint, events }: WebhookChanges): Webhook {
  return {
    ...webhook,
    name: name ?? webhook.name,
    endpoint: endpoint ?? webhook.endpoint,
    events: events.length === 0 ? webhook.events : [...new Set(events)],
  };
}
