import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import { dropPendingDeliveries } from '../deliveries/drop-deliveries';
import type { Deps } from '../deps';
import { checkWebhookInput, webhooksMax, type Webhook, type WebhookInput } from '../endpoints/webhook';
import { endpointRefused, tooManyWebhooks, webhookNotFound } from '../endpoints/webhook-errors';
import { webhookChanged, webhookDeleted } from '../endpoints/webhook-events';
import { findWebhook } from '../endpoints/webhook-queries';
import { insertWebhook, lockWebhookCount, secretPlace, setWebhookStatus } from '../endpoints/webhook-repository';
import { checkSecret, generateSecret } from '../endpoints/webhook-secret';

/**
 * Checks an input, the address its endpoint resolves to included, before any transaction: name servers
 * answer in their own time. In dev mode a name that does not resolve at the moment is accepted, because only an
 * attempt can tell whether it ever will; in production it is a slip of the pen. Every attempt checks again.
 *
 * @throws AppError INVALID_ARGUMENT with one sentence about the first property that is wrong
 */
export async function checkedWebhookInput(deps: Deps, tenant: Tenant, input: WebhookInput): Promise<WebhookInput> {
  const checked = checkWebhookInput(input);
  if (checked.secret !== undefined) checkSecret(checked.secret);
  const refusal = await deps.egress.check(checked.endpoint, deps.policyOf(tenant));
  if (refusal === undefined || (refusal === 'dns' && tenant.devMode)) return checked;
  throw endpointRefused(refusal);
}

/** Creates a webhook from a checked input; the secret is answered here and never again. */
export async function createWebhook(
  deps: Deps,
  tenant: Tenant,
  input: WebhookInput,
): Promise<{ webhook: Webhook; secret: string }> {
  const now = deps.clock.now(tenant);
  const secret = input.secret ?? generateSecret(deps.random);
  const webhook: Webhook = {
    id: deps.ids.next('webhook', now),
    devMode: tenant.devMode,
    name: input.name,
    endpoint: input.endpoint,
    events: input.events,
    v2: input.v2,
    status: 'ACTIVE',
    legacySecretHeader: input.legacySecretHeader,
    createdAt: now,
    updatedAt: now,
  };
  await inTransaction(deps.db, async (tx) => {
    if ((await lockWebhookCount(tx, tenant)) >= webhooksMax) throw tooManyWebhooks(webhooksMax);
    await insertWebhook(
      tx,
      tenant,
      webhook,
      deps.sealer.seal(secret, secretPlace(tenant, webhook.id)),
      deps.clock.real(),
    );
    await appendEvents(tx, [webhookChanged('webhook.created', deps.ids, tenant, webhook)], deps.clock.real());
  });
  return { webhook, secret };
}

export async function getWebhook(deps: Deps, tenant: Tenant, id: string): Promise<Webhook> {
  const webhook = await findWebhook(deps.db, tenant, id);
  if (!webhook) throw webhookNotFound();
  return webhook;
}

/** Deletes a webhook and drops what is pending for it; answers the record as it was. */
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
