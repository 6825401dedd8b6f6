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

/** Inserts a client; of those that were never granted anything the oldest go, where there are too many. */
export async function insertClient(db: Db, _all: CrossTenant, client: OAuthClient): Promise<void> {
  await db(clients.name).insert(clients.toRow(client));
  await db.raw(
    `delete from oauth_clients where granted_at is null and id in
       (select id from oauth_clients where granted_at is null order by created_at desc offset ? limit 100)`,
    [unusedMax],
  );
}

export async function findClient(db: Db, _all: CrossTenant, id: string): Promise<OAuthClient | undefined> {
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
