import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import type { Webhook } from '../endpoints/webhook';
import { webhookNotFound } from '../endpoints/webhook-errors';
import { webhookChanged } from '../endpoints/webhook-events';
import { lockLiveWebhook, rotateSecret, secretPlace } from '../endpoints/webhook-repository';
import { checkSecret, generateSecret } from '../endpoints/webhook-secret';

/** How long the secret before the newest goes on signing (docs/behaviour/webhooks.md#rotation). */
const overlapMs = 24 * 3_600_000;

export interface RotatedWebhook {
  readonly webhook: Webhook;
  /** Answered here and never again. */
  readonly secret: string;
  /** Real time. */
  readonly previousSecretExpiresAt: Date;
}

/**
 * Gives a webhook a new secret, generated unless one is given. The one so far signs beside it for 24 h; one that was
 * on its way out already ends at once, so that never more than two sign.
 *
 * @throws AppError INVALID_ARGUMENT for a secret that no webhook may have
 */
export async function rotateWebhookSecret(
  deps: Deps,
  tenant: Tenant,
  id: string,
  given: string | undefined,
): Promise<RotatedWebhook> {
  const secret = given === undefined ? generateSecret(deps.random) : checkSecret(given);
  return await inTransaction(deps.db, async (tx) => {
    if (!(await lockLiveWebhook(tx, tenant, id))) throw webhookNotFound();
    const createdAt = deps.clock.real();
    const previousSecretExpiresAt = new Date(createdAt.getTime() + overlapMs);
    const webhook = await rotateSecret(tx, tenant, id, {
      sealed: deps.sealer.seal(secret, secretPlace(tenant, id)),
      createdAt,
      previousExpiresAt: previousSecretExpiresAt,
      at: deps.clock.now(tenant),
    });
    if (!webhook) throw webhookNotFound();
    await appendEvents(tx, [webhookChanged('webhook.updated', deps.ids, tenant, webhook)], deps.clock.real());
    return { webhook, secret, previousSecretExpiresAt };
  });
}
