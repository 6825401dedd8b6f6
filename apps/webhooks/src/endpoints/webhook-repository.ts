import { foldText, mapPage, withoutSecrets, type Owned, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import {
  asLocked,
  boolean,
  isOwnedBy,
  ownedIds,
  ownedIdsSql,
  selectPage,
  table,
  text,
  texts,
  timestamp,
  type Db,
  type Locked,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { Webhook, WebhookStatus } from './webhook';
import { webhookNotFound } from './webhook-errors';

const columns = {
  id: text('id'),
  devMode: boolean('dev_mode'),
  name: text('name'),
  endpoint: text('endpoint'),
  events: texts('events'),
  v2: boolean('v2'),
  status: text<WebhookStatus>('status'),
  legacySecretHeader: boolean('legacy_secret_header'),
  legacySecretQuery: boolean('legacy_secret_query'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
};
const webhooks = table('webhooks', columns);

/** A webhook's row, with the columns that {@link Webhook} does not show. */
export const webhookRows = table('webhooks', {
  ...columns,
  storeId: text('store_id'),
  /** Real time: the webhook gets no domain event recorded much earlier. */
  registeredAt: timestamp('registered_at'),
});

function toWebhook(row: Row): Webhook {
  return webhooks.fromRow(row);
}

export async function findWebhook(db: Db, tenant: Tenant, id: string): Promise<Webhook | undefined> {
  const row = await liveWebhooks(db, tenant).where({ id }).first(webhooks.columns);
  return row && toWebhook(row);
}

/** @throws AppError NOT_FOUND */
export async function getWebhook(db: Db, tenant: Tenant, id: string): Promise<Webhook> {
  const webhook = await findWebhook(db, tenant, id);
  if (!webhook) throw webhookNotFound();
  return webhook;
}

/** The webhooks these rows belong to, by id, without deleted ones. */
export async function findWebhooks(
  db: Db,
  rows: readonly Owned<{ readonly webhookId: string }>[],
): Promise<ReadonlyMap<string, Webhook>> {
  if (rows.length === 0) return new Map();
  const found = await db.raw<{ rows: Row[] }>(
    `select ${webhooks.selectSql('w')} from ${ownedIdsSql('k')} join webhooks w on ${isOwnedBy('w', 'k')}
     where w.status <> 'DELETED'`,
    ownedIds(rows.map(toKey)),
  );
  return new Map(found.rows.map(toWebhook).map((webhook) => [webhook.id, webhook]));
}

export interface WebhookFilter {
  readonly id?: string | undefined;
  /** Contained in the name, the id or the endpoint, ignoring case and accents. */
  readonly search?: string | undefined;
}

export async function listWebhooks(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: WebhookFilter,
): Promise<Page<Webhook>> {
  const found = filter.search === undefined ? undefined : await searchWebhooks(db, tenant, filter.search);
  const rows = await selectPage<Row>(db, tenant, {
    table: webhooks.name,
    columns: webhooks.columns,
    page,
    idKind: 'webhook',
    filter: (query) => {
      query.whereNot('status', 'DELETED');
      if (filter.id !== undefined) query.where('id', filter.id);
      if (found !== undefined) query.whereIn('id', found);
    },
  });
  return mapPage(rows, toWebhook);
}

/**
 * Not in SQL, where lower() folds ASCII only (--locale=C); a store has at most twenty live webhooks. Searches only what
 * responses show, because a secret could otherwise be guessed letter by letter.
 */
async function searchWebhooks(db: Db, tenant: Tenant, search: string): Promise<string[]> {
  const searched = webhooks.pick('id', 'name', 'endpoint');
  const rows = await liveWebhooks(db, tenant).select(searched.columns);
  const wanted = foldText(search);
  return rows
    .map((row) => searched.fromRow(row))
    .filter(({ id, name, endpoint }) => foldText(`${name} ${id} ${withoutSecrets(endpoint)}`).includes(wanted))
    .map(({ id }) => id);
}

/** Counts the live webhooks of a tenant and locks the count, so that concurrent creates do not exceed the limit. */
export async function lockAndCountWebhooks(tx: Tx, tenant: Tenant): Promise<number> {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('webhooks ' || :storeId || ' ' || :devMode, 0))`, {
    storeId: tenant.storeId,
    devMode: String(tenant.devMode),
  });
  const [row] = await liveWebhooks(tx, tenant).count({ count: '*' });
  return (row?.['count'] as number | undefined) ?? 0;
}

/** @param registeredAt real time */
export async function insertWebhook(tx: Tx, tenant: Tenant, webhook: Webhook, registeredAt: Date): Promise<void> {
  const { storeId } = tenant;
  await tx.raw(webhookRows.insertSql, webhookRows.toRow({ ...webhook, storeId, registeredAt }));
}

/** Returns the changed webhook, or undefined if the tenant has no live webhook with this id. */
export async function setWebhookStatus(
  tx: Tx,
  tenant: Tenant,
  id: string,
  status: WebhookStatus,
  updatedAt: Date,
): Promise<Webhook | undefined> {
  return await updateLiveWebhook(tx, tenant, id, { status, updatedAt });
}

/** Updates what may change of a webhook. */
export async function saveWebhook(tx: Tx, tenant: Tenant, webhook: Locked<Webhook>): Promise<void> {
  const { id, name, endpoint, events, updatedAt } = webhook;
  await updateLiveWebhook(tx, tenant, id, { name, endpoint, events, updatedAt });
}

/** An enabled webhook starts with the domain events recorded from `registeredAt` on (real time). */
export async function setRegisteredAt(tx: Tx, tenant: Tenant, id: string, registeredAt: Date): Promise<void> {
  await webhookRows.of(tx, tenant).where({ id }).update(webhookRows.toRow({ registeredAt }));
}

export async function setUpdatedAt(tx: Tx, tenant: Tenant, id: string, updatedAt: Date): Promise<Webhook | undefined> {
  return await updateLiveWebhook(tx, tenant, id, { updatedAt });
}

async function updateLiveWebhook(
  tx: Tx,
  tenant: Tenant,
  id: string,
  changes: Partial<Webhook>,
): Promise<Webhook | undefined> {
  const rows = await liveWebhooks(tx, tenant).where({ id }).update(webhooks.toRow(changes), webhooks.columns);
  return rows[0] && toWebhook(rows[0]);
}

/** Locks a webhook for share: it stays as it is until the transaction ends. Also finds a deleted one. */
export async function lockWebhookShared(tx: Tx, tenant: Tenant, id: string): Promise<Locked<Webhook> | undefined> {
  const row = await webhooks.of(tx, tenant).where({ id }).forShare().first(webhooks.columns);
  return row && asLocked(toWebhook(row));
}

/** Locks a live webhook for update. */
export async function lockLiveWebhook(tx: Tx, tenant: Tenant, id: string): Promise<Locked<Webhook> | undefined> {
  const row = await liveWebhooks(tx, tenant).where({ id }).forUpdate().first(webhooks.columns);
  return row && asLocked(toWebhook(row));
}

/** Locks the webhooks of these rows before their queue rows: the order of every writer, so that none deadlocks. */
export async function lockWebhooks(tx: Tx, rows: readonly Owned<{ readonly webhookId: string }>[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.raw(
    `select 1 from ${ownedIdsSql('k')} join webhooks w on ${isOwnedBy('w', 'k')} order by w.id for update of w`,
    ownedIds(rows.map(toKey)),
  );
}

function toKey({ tenant, webhookId }: Owned<{ readonly webhookId: string }>): Owned<{ readonly id: string }> {
  return { tenant, id: webhookId };
}

function liveWebhooks(db: Db, tenant: Tenant) {
  return webhooks.of(db, tenant).whereNot('status', 'DELETED');
}
