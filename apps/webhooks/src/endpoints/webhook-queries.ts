import { foldText, mapPage, withoutSecrets, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db } from '@pitanga/database';
import type { Webhook } from './webhook';
import { rowToWebhook, webhookColumns, type WebhookRow } from './webhook-repository';

export interface WebhookFilter {
  readonly id?: string | undefined;
  /** Contained in the name, the id or the endpoint, ignoring case and accents. */
  readonly search?: string | undefined;
}

export async function findWebhook(db: Db, tenant: Tenant, id: string): Promise<Webhook | undefined> {
  const { rows } = await db.raw<{ rows: WebhookRow[] }>(
    `select ${webhookColumns.join(', ')} from webhooks
     where id = ? and store_id = ? and dev_mode = ? and status <> 'DELETED'`,
    [id, tenant.storeId, tenant.devMode],
  );
  return rows[0] && rowToWebhook(rows[0]);
}

/** Those of these ids that are not deleted. */
// eslint-disable-next-line pitanga/tenant-first -- a batch of results spans stores
export async function findWebhooks(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Webhook>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: WebhookRow[] }>(
    `select ${webhookColumns.join(', ')} from webhooks where id = any (?::text[]) and status <> 'DELETED'`,
    [[...ids]],
  );
  return new Map(rows.map((row) => [row.id, rowToWebhook(row)]));
}

export async function listWebhooks(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: WebhookFilter,
): Promise<Page<Webhook>> {
  const found = filter.search === undefined ? undefined : await searchWebhooks(db, tenant, filter.search);
  const rows = await selectPage<WebhookRow>(db, tenant, {
    table: 'webhooks',
    columns: webhookColumns,
    page,
    idKind: 'webhook',
    filter: (query) => {
      query.whereNot('status', 'DELETED');
      if (filter.id !== undefined) query.where('id', filter.id);
      if (found !== undefined) query.whereIn('id', found);
    },
  });
  return mapPage(rows, rowToWebhook);
}

/**
 * Here and not in SQL, whose lower() knows ASCII only (--locale=C): a store has twenty live webhooks at most. What is not
 * shown is not searched either, or a secret could be guessed letter by letter.
 */
async function searchWebhooks(db: Db, tenant: Tenant, search: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string; name: string; endpoint: string }[] }>(
    `select id, name, endpoint from webhooks where store_id = ? and dev_mode = ? and status <> 'DELETED'`,
    [tenant.storeId, tenant.devMode],
  );
  const wanted = foldText(search);
  return rows
    .filter(({ id, name, endpoint }) => foldText(`${name} ${id} ${withoutSecrets(endpoint)}`).includes(wanted))
    .map(({ id }) => id);
}
