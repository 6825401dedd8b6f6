import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { Deps, TxDeps } from '../deps';
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
  const refusal = await deps.egress.check(checked.endpoint, deps.choosePolicy(tenant));
  if (refusal === undefined || (refusal === 'dns' && tenant.devMode)) return checked;
  throw endpointRefused(refusal);
}

/** Creates a webhook from a checked input. No later response contains the secret. */
export async function createWebhook(
  tx: TxDeps,
  tenant: Tenant,
  input: WebhookInput,
): Promise<{ webhook: Webhook; secret: string }> {
  const now = tx.clock.now(tenant);
  const secret = input.secret ?? generateSecret(tx.random);
  const webhook: Webhook = {
    id: tx.ids.next('webhook', now),
    devMode: tenant.devMode,
    name: input.name,
    endpoint: input.endpoint,
    events: input.events,
    v2: input.v2,
    status: input.isDisabled === true ? 'DISABLED' : 'ACTIVE',
    legacySecretHeader: input.legacySecretHeader,
    legacySecretQuery: input.legacySecretQuery,
    createdAt: now,
    updatedAt: now,
  };
  if ((await lockAndCountWebhooks(tx.db, tenant)) >= webhooksMax) throw tooManyWebhooks(webhooksMax);
  const createdAt = tx.clock.real();
  const sealed = tx.sealer.seal(secret, sealedSecretPlace(tenant, webhook.id));
  await insertWebhook(tx.db, tenant, webhook, createdAt);
  await insertSecret(tx.db, tenant, webhook.id, { sealed, createdAt });
  await appendEvents(tx.db, [webhookChanged('webhook.created', tx.ids, tenant, webhook)], tx.clock.real());
  return { webhook, secret };
}
