import type { Tenant } from '@pitanga/core';
import type { Db, SealedColumn } from '@pitanga/database';
import type { SealedPlace } from '@pitanga/runtime';
import type { Webhook, WebhookStatus } from './webhook';

export interface WebhookRow {
  readonly id: string;
  readonly dev_mode: boolean;
  readonly name: string;
  readonly endpoint: string;
  readonly events: readonly string[];
  readonly v2: boolean;
  readonly status: WebhookStatus;
  readonly legacy_secret_header: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const webhookColumns = [
  'id',
  'dev_mode',
  'name',
  'endpoint',
  'events',
  'v2',
  'status',
  'legacy_secret_header',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof WebhookRow)[];

export function rowToWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    devMode: row.dev_mode,
    name: row.name,
    endpoint: row.endpoint,
    events: row.events,
    v2: row.v2,
    status: row.status,
    legacySecretHeader: row.legacy_secret_header,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/**
 * Counts the live webhooks of a tenant and keeps others from adding one until the transaction ends:
 * two creates at once must not both be the twentieth.
 */
export async function lockWebhookCount(tx: Db, tenant: Tenant): Promise<number> {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('webhooks ' || ? || ' ' || ?, 0))`, [
    tenant.storeId,
    String(tenant.devMode),
  ]);
  const { rows } = await tx.raw<{ rows: { count: number }[] }>(
    `select count(*) from webhooks where store_id = ? and dev_mode = ? and status <> 'DELETED'`,
    [tenant.storeId, tenant.devMode],
  );
  return rows[0]?.count ?? 0;
}

/** Where the secrets of a webhook are kept sealed; all of them sign. */
export function secretPlace({ storeId }: Tenant, webhookId: string): SealedPlace {
  return ['webhook_secrets', 'sealed', storeId, webhookId];
}

export const sealedSecrets: SealedColumn = {
  table: 'webhook_secrets',
  column: 'sealed',
  key: ['webhook_id', 'id'],
  more: ['(select store_id from webhooks where webhooks.id = webhook_id) as store_id'],
  place: (row) => ['webhook_secrets', 'sealed', String(row['store_id']), String(row['webhook_id'])],
};

/** @param registeredAt real time: older facts are not sent to it */
export async function insertWebhook(
  tx: Db,
  tenant: Tenant,
  webhook: Webhook,
  sealedSecret: Buffer,
  registeredAt: Date,
): Promise<void> {
  await tx('webhooks').insert({
    id: webhook.id,
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    name: webhook.name,
    endpoint: webhook.endpoint,
    events: webhook.events,
    v2: webhook.v2,
    status: webhook.status,
    legacy_secret_header: webhook.legacySecretHeader,
    created_at: webhook.createdAt,
    updated_at: webhook.updatedAt,
    registered_at: registeredAt,
  });
  await tx('webhook_secrets').insert({ webhook_id: webhook.id, sealed: sealedSecret, created_at: registeredAt });
}

/** Answers the webhook as it was changed, or undefined when the tenant has no live webhook of this id. */
export async function setWebhookStatus(
  tx: Db,
  tenant: Tenant,
  id: string,
  status: WebhookStatus,
  at: Date,
): Promise<Webhook | undefined> {
  const { rows } = await tx.raw<{ rows: WebhookRow[] }>(
    `update webhooks set status = ?, updated_at = ?
     where id = ? and store_id = ? and dev_mode = ? and status <> 'DELETED'
     returning ${webhookColumns.join(', ')}`,
    [status, at, id, tenant.storeId, tenant.devMode],
  );
  return rows[0] && rowToWebhook(rows[0]);
}

/** Writes what may change of a webhook whose row the transaction has locked. */
export async function saveWebhook(tx: Db, tenant: Tenant, webhook: Webhook): Promise<void> {
  const { id, name, endpoint, events, updatedAt } = webhook;
  await tx('webhooks')
    .where({ id, store_id: tenant.storeId, dev_mode: tenant.devMode })
    .update({ name, endpoint, events, updated_at: updatedAt });
}

/** A webhook, deleted ones included, kept as it is until the transaction ends. */
export async function lockWebhookShared(tx: Db, tenant: Tenant, id: string): Promise<Webhook | undefined> {
  return await lockWebhook(tx, tenant, id, 'for share');
}

/** A live webhook, kept from every other change until the transaction ends. */
export async function lockLiveWebhook(tx: Db, tenant: Tenant, id: string): Promise<Webhook | undefined> {
  const webhook = await lockWebhook(tx, tenant, id, 'for update');
  return webhook?.status === 'DELETED' ? undefined : webhook;
}

async function lockWebhook(
  tx: Db,
  tenant: Tenant,
  id: string,
  lock: 'for share' | 'for update',
): Promise<Webhook | undefined> {
  const { rows } = await tx.raw<{ rows: WebhookRow[] }>(
    `select ${webhookColumns.join(', ')} from webhooks where id = ? and store_id = ? and dev_mode = ? ${lock}`,
    [id, tenant.storeId, tenant.devMode],
  );
  return rows[0] && rowToWebhook(rows[0]);
}

/** A webhook that is enabled starts with the facts recorded from here on, in real time. */
export async function setRegisteredAt(tx: Db, tenant: Tenant, id: string, registeredAt: Date): Promise<void> {
  await tx('webhooks')
    .where({ id, store_id: tenant.storeId, dev_mode: tenant.devMode })
    .update({ registered_at: registeredAt });
}

/**
 * Adds a secret; the newest so far signs beside it until `previousExpiresAt`, and any older one no more. Answers the
 * webhook as changed. All in real time but `at`.
 */
export async function rotateSecret(
  tx: Db,
  tenant: Tenant,
  id: string,
  rotation: { readonly sealed: Buffer; readonly createdAt: Date; readonly previousExpiresAt: Date; readonly at: Date },
): Promise<Webhook | undefined> {
  await tx('webhook_secrets').where({ webhook_id: id }).whereNotNull('expires_at').delete();
  await tx('webhook_secrets').where({ webhook_id: id }).update({ expires_at: rotation.previousExpiresAt });
  await tx('webhook_secrets').insert({ webhook_id: id, sealed: rotation.sealed, created_at: rotation.createdAt });
  const { rows } = await tx.raw<{ rows: WebhookRow[] }>(
    `update webhooks set updated_at = ? where id = ? and store_id = ? and dev_mode = ?
     returning ${webhookColumns.join(', ')}`,
    [rotation.at, id, tenant.storeId, tenant.devMode],
  );
  return rows[0] && rowToWebhook(rows[0]);
}

/** Locks webhooks before their queue rows, in the order every other writer uses, so that none deadlocks. */
// eslint-disable-next-line pitanga/tenant-first -- a batch of results spans stores
export async function lockWebhooks(tx: Db, webhookIds: readonly string[]): Promise<void> {
  await tx.raw('select 1 from webhooks where id = any(?::text[]) order by id for update', [[...webhookIds]]);
}
