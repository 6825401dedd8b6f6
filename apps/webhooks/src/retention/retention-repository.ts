import { tenantOf } from '@pitanga/core';
import { inTransaction, type Db } from '@pitanga/database';
import type { FinishedDelivery } from '../deliveries/delivery';

/** How far ahead of now there are partitions: a quarter in which somebody may notice that none is made any more. */
const monthsAhead = 3;

/**
 * Makes the partitions of bodies and attempts that are missing up to three months after `now` (real time); answers how
 * many. Any number of replicas may run it at once.
 */
// eslint-disable-next-line pitanga/tenant-first -- makes tables, which belong to nobody
export async function makeDeliveryPartitions(db: Db, now: Date): Promise<number> {
  const through = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1));
  return await patiently(db, 'select make_delivery_partitions(?::timestamptz) as count', [through]);
}

/** Drops the months of a table that had ended by `before`; answers how many. */
// eslint-disable-next-line pitanga/tenant-first -- the same
export async function dropDeliveryPartitions(
  db: Db,
  table: 'delivery_bodies' | 'attempts',
  before: Date,
): Promise<number> {
  return await patiently(db, 'select drop_delivery_partitions(?, ?::timestamptz) as count', [table, before]);
}

/** Everybody else waits behind a lock that is waited for: better to fail soon, and try again in an hour. */
async function patiently(db: Db, sql: string, bindings: readonly (string | Date)[]): Promise<number> {
  return await inTransaction(db, async (tx) => {
    await tx.raw(`set local lock_timeout = '2s'`);
    const { rows } = await tx.raw<{ rows: { count: number }[] }>(sql, [...bindings]);
    return rows[0]?.count ?? 0;
  });
}

interface ExpiredRow {
  readonly id: string;
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly webhook_id: string;
  readonly event: string;
  readonly attempts: number;
  readonly last_status_code: number | null;
  readonly last_error_class: string | null;
}

/**
 * Takes up to `limit` deliveries that were made before `before` out of the queue: their endpoint has been so slow for
 * so long that their bodies go before their turn comes. Those being called just now are left to the next time.
 */
// eslint-disable-next-line pitanga/tenant-first -- of all stores; each row carries its own
export async function dropExpiredDeliveries(
  tx: Db,
  before: Date,
  at: Date,
  limit: number,
): Promise<readonly FinishedDelivery[]> {
  const { rows } = await tx.raw<{ rows: ExpiredRow[] }>(
    `with expired as materialized (
       select delivery_id from delivery_queue
       where delivery_id < first_delivery_id(?::timestamptz) and state <> 'LEASED'
       order by delivery_id limit ? for update skip locked
     ),
     removed as (
       delete from delivery_queue q using expired
       where q.delivery_id = any (array[expired.delivery_id]) and q.state <> 'LEASED'
     )
     update deliveries d set status = 'DROPPED', finished_at = ?
     from (select distinct delivery_id from expired) e where d.id = any (array[e.delivery_id]) and d.status = 'PENDING'
     returning id, store_id, dev_mode, webhook_id, event, attempts + manual_attempts as attempts, last_status_code, last_error_class`,
    [before, limit, at],
  );
  return rows.map((row) => ({
    id: row.id,
    tenant: tenantOf(row.store_id, row.dev_mode),
    webhookId: row.webhook_id,
    event: row.event,
    outcome: 'DROPPED' as const,
    attempts: row.attempts,
    lastStatusCode: row.last_status_code ?? undefined,
    lastErrorClass: row.last_error_class ?? undefined,
  }));
}

/**
 * Deletes up to `limit` deliveries made before `before`, the oldest first; answers how many. They are one table and not
 * months, because one delivery for each event and webhook is unique over all of them.
 */
// eslint-disable-next-line pitanga/tenant-first -- the same
export async function deleteOldDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `delete from deliveries where id in (
       select id from deliveries where id < first_delivery_id(?::timestamptz) and status <> 'PENDING' order by id limit ?
     )`,
    [before, limit],
  );
  return rowCount;
}
