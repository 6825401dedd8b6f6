import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { checkWebhookInput, webhooksMax, type Webhook, type WebhookInput } from '../endpoints/webhook';
import { endpointRefused, tooManyWebhooks } from '../endpoints/webhook-errors';
import { webhookChanged } from '../endpoints/webhook-events';
import { insertWebhook, lockAndCountWebhooks } from '../endpoints/webhook-repository';
import { checkSecret, generateSecret } from '../endpoints/webhook-secret';
import { insertSecret, sealedSecretPlace } from '../endpoints/webhook-secret-repository';

/**
 * Checks an input and the address its endpoint resolves to, outside any transaction because name servers may be slow. In
 * dev mode a name that does not resolve is accepted, because it may resolve later; in production it is refused. Every
 * attempt checks the address again.
 *
 * @throws AppError INVALID_ARGUMENT with one sentence about the first invalid property
 */
export async function checkInputAndAddress(deps: Deps, tenant: Tenant, input: WebhookInput): Promise<WebhookInput> {
  const checked = checkWebhookInput(input);
  if (checked.secret !== undefined) checkSecret(checked.secret);
  const refusal = await deps.egress.check(checked.endpoint, deps.policyOf(tenant));
  if (refusal === undefined || (refusal === 'dns' && tenant.devMode)) return checked;
  throw endpointRefused(refusal);
}

/** Creates a webhook from a checked input. No later response contains the secret. */
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
    if ((await lockAndCountWebhooks(tx, tenant)) >= webhooksMax) throw tooManyWebhooks(webhooksMax);
    const createdAt = deps.clock.real();
    const sealed = deps.sealer.seal(secret, sealedSecretPlace(tenant, webhook.id));
    await insertWebhook(tx, tenant, webhook, createdAt);
    await insertSecret(tx, tenant, webhook.id, { sealed, createdAt });
    await appendEvents(tx, [webhookChanged('webhook.created', deps.ids, tenant, webhook)], deps.clock.real());
  });
  return { webhook, secret };
}
