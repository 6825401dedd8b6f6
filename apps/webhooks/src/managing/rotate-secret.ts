import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { TxDeps } from '../deps';
import type { Webhook } from '../endpoints/webhook';
import { webhookNotFound } from '../endpoints/webhook-errors';
import { webhookChanged } from '../endpoints/webhook-events';
import { lockLiveWebhook, setUpdatedAt } from '../endpoints/webhook-repository';
import { checkSecret, generateSecret } from '../endpoints/webhook-secret';
import { rotateSecret, sealedSecretPlace } from '../endpoints/webhook-secret-repository';

/** How long the previous secret still signs (docs/behaviour/webhooks.md#rotation). */
const overlapMs = 24 * 3_600_000;

export interface RotatedWebhook {
  readonly webhook: Webhook;
  /** No later response contains it. */
  readonly secret: string;
  /** Real time. */
  readonly previousSecretExpiresAt: Date;
}

/**
 * Replaces the secret of a webhook by a given or generated one. The previous secret signs beside it for 24 h; an older
 * one that still signs ends at once, so that never more than two sign.
 *
 * @throws AppError INVALID_ARGUMENT for an invalid secret
 */
export async function rotateWebhookSecret(
  tx: TxDeps,
  tenant: Tenant,
  id: string,
  given: string | undefined,
): Promise<RotatedWebhook> {
  const secret = given === undefined ? generateSecret(tx.random) : checkSecret(given);
  const locked = await lockLiveWebhook(tx.db, tenant, id);
  if (!locked) throw webhookNotFound();
  const createdAt = tx.clock.real();
  const previousSecretExpiresAt = new Date(createdAt.getTime() + overlapMs);
  const sealed = tx.sealer.seal(secret, sealedSecretPlace(tenant, id));
  await rotateSecret(tx.db, tenant, locked, { sealed, createdAt }, previousSecretExpiresAt);
  const webhook = await setUpdatedAt(tx.db, tenant, id, tx.clock.now(tenant));
  if (!webhook) throw webhookNotFound();
  await appendEvents(tx.db, [webhookChanged('webhook.updated', tx.ids, tenant, webhook)], tx.clock.real());
  return { webhook, secret, previousSecretExpiresAt };
}
