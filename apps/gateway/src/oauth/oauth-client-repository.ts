import type { CrossTenant } from '@pitanga/core';
import {
  deleteInBatches,
  optional,
  table,
  text,
  texts,
  timestamp,
  type Db,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { OAuthClient } from './oauth-client';

const clients = table('oauth_clients', {
  id: text('id'),
  name: text('name'),
  redirectUris: texts('redirect_uris'),
  createdAt: timestamp('created_at'),
  grantedAt: optional(timestamp('granted_at')),
});

/** Clients that were never granted anything; registering another deletes the oldest. */
const unusedMax = 10_000;

/** A client whose person may still be on their way through the second factor. */
const askingMs = 30 * 60_000;

/**
 * Inserts a client; where there are too many that were never granted anything, the oldest go. False, with nothing inserted,
 * where those are all too young to go.
 */
export async function insertClient(db: Db, _all: CrossTenant, client: OAuthClient): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { is_full: boolean; deleted: number }[] }>(
    `with beyond as (
       select id, created_at from oauth_clients where granted_at is null order by created_at desc offset ? limit 100
     ), deleted as (
       delete from oauth_clients c using beyond b
       where c.id = b.id and c.granted_at is null and c.created_at < ?::timestamptz returning c.id
     )
     select exists (select from beyond) as is_full, (select count(*)::integer from deleted) as deleted`,
    [unusedMax - 1, new Date(client.createdAt.getTime() - askingMs)],
  );
  const [found] = rows;
  if (found?.is_full === true && found.deleted === 0) return false;
  await db(clients.name).insert(clients.toRow(client));
  return true;
}

export async function findClient(db: Db, _all: CrossTenant, id: string): Promise<OAuthClient | undefined> {
  // Any text comes here, and not every one is a text to PostgreSQL.
  if (!/^\w{1,100}$/.test(id)) return undefined;
  const row = await db(clients.name).where({ id }).first<Row | undefined>(clients.columns);
  return row && clients.fromRow(row);
}

/** Notes that a client is granted something; false when it is gone. */
export async function noteGranted(tx: Tx, _all: CrossTenant, id: string, at: Date): Promise<boolean> {
  return (
    (await tx(clients.name)
      .where({ id })
      .update(clients.toRow({ grantedAt: at }))) === 1
  );
}

const dayMs = 86_400_000;
const unusedMs = dayMs;
const usedMs = 90 * dayMs;

/** Deletes clients that were granted nothing within a day, and those that have had nothing for 90. */
export async function purgeClients(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  const unused = await deleteInBatches(
    db,
    `delete from oauth_clients where granted_at is null and id in
       (select id from oauth_clients where granted_at is null and created_at <= ? order by created_at limit ?)`,
    new Date(now.getTime() - unusedMs),
  );
  const left = await deleteInBatches(
    db,
    // One that is granted something at the same time has another granted_at by then, and stays.
    `with past as (select ?::timestamptz as at)
     delete from oauth_clients c using past where c.granted_at <= past.at and c.id in
       (select k.id from oauth_clients k, past where k.granted_at <= past.at
          and not exists (select from oauth_grants g where g.client_id = k.id)
        order by k.granted_at limit ?)`,
    new Date(now.getTime() - usedMs),
  );
  return unused + left;
}
