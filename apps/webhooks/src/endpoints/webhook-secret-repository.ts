import type { Tenant } from '@pitanga/core';
import type { Locked, SealedColumn, Tx } from '@pitanga/database';
import type { SealedPlace } from '@pitanga/runtime';
import type { Webhook } from './webhook';

/** A webhook's secret, sealed. `createdAt` is real time. */
export interface NewSecret {
  readonly sealed: Buffer;
  readonly createdAt: Date;
}

/** What the secrets of a webhook are sealed for. */
export function sealedSecretPlace({ storeId }: Tenant, webhookId: string): SealedPlace {
  return ['webhook_secrets', 'sealed', storeId, webhookId];
}

export const sealedSecrets: SealedColumn = {
  table: 'webhook_secrets',
  column: 'sealed',
  key: ['webhook_id', 'id'],
  more: ['(select store_id from webhooks where webhooks.id = webhook_id) as store_id'],
  place: (row) => ['webhook_secrets', 'sealed', String(row['store_id']), String(row['webhook_id'])],
};

export async function insertSecret(tx: Tx, _tenant: Tenant, webhookId: string, secret: NewSecret): Promise<void> {
  await tx('webhook_secrets').insert({ webhook_id: webhookId, sealed: secret.sealed, created_at: secret.createdAt });
}

/**
 * Inserts a secret of a webhook. The newest so far signs beside it until `previousExpiresAt` (real time); any older one is
 * deleted.
 */
export async function rotateSecret(
  tx: Tx,
  tenant: Tenant,
  { id: webhookId }: Locked<Webhook>,
  secret: NewSecret,
  previousExpiresAt: Date,
): Promise<void> {
  await tx('webhook_secrets').where({ webhook_id: webhookId }).whereNotNull('expires_at').delete();
  await tx('webhook_secrets').where({ webhook_id: webhookId }).update({ expires_at: previousExpiresAt });
  await insertSecret(tx, tenant, webhookId, secret);
}
