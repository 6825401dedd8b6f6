import type { CrossTenant } from '@pitanga/core';
import { inTransaction, type Db, type Row, type Tx } from '@pitanga/database';
import type { FinishedDelivery } from '../deliveries/delivery';
import { finishedSql, toFinished } from '../deliveries/finished-delivery';

/** How far ahead partitions are created: the time to notice that none is created any more. */
const monthsAhead = 3;

/**
 * Creates the missing partitions of bodies, attempts and events up to three months after `now` (real time); returns how many.
 * Several replicas may run it at once.
 */
export async function createPartitions(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  const through = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1));
  const ofDeliveries = 'select make_delivery_partitions(:through::timestamptz) as count';
  const ofEvents = 'select make_event_partitions(:through::timestamptz) as count';
  return (await withLockTimeout(db, ofDeliveries, { through })) + (await withLockTimeout(db, ofEvents, { through }));
}

/** Drops the partitions of a table that had ended by `before`; returns how many. */
export async function dropPartitions(
  db: Db,
  _all: CrossTenant,
  table: 'delivery_bodies' | 'attempts' | 'events' | 'event_records',
  before: Date,
): Promise<number> {
  const sql = 'select drop_delivery_partitions(:table, :before::timestamptz) as count';
  return await withLockTimeout(db, sql, { table, before });
}

/** Other statements queue behind a lock request that waits, so it fails soon; the job tries again in an hour. */
async function withLockTimeout(db: Db, sql: string, bindings: Record<string, string | Date>): Promise<number> {
  return await inTransaction(db, async (tx) => {
    await tx.raw(`set local lock_timeout = '2s'`);
    const { rows } = await tx.raw<{ rows: { count: number }[] }>(sql, bindings);
    return rows[0]?.count ?? 0;
  });
}

/**
 * Drops up to `limit` deliveries created before `before` from the queue: their endpoint is so slow that their bodies
 * expire before their turn. Leased ones are left to the next run.
 */
export async function dropExpiredDeliveries(
  tx: Tx,
  _all: CrossTenant,
  { before, at, limit }: { readonly before: Date; readonly at: Date; readonly limit: number },
): Promise<readonly FinishedDelivery[]> {
  const { rows } = await tx.raw<{ rows: Row[] }>(
    `with expired as materialized (
       select delivery_id from delivery_queue
       where delivery_id < first_delivery_id(:before::timestamptz) and state <> 'LEASED'
       order by delivery_id limit :limit for update skip locked
     ),
     removed as (
       delete from delivery_queue q using expired
       where q.delivery_id = any (array[expired.delivery_id]) and q.state <> 'LEASED'
     )
     update deliveries d set status = 'DROPPED', finished_at = :at
     from (select distinct delivery_id from expired) e where d.id = any (array[e.delivery_id]) and d.status = 'PENDING'
     returning ${finishedSql}`,
    { before, limit, at },
  );
  return rows.flatMap(toFinished);
}

/**
 * Deletes up to `limit` deliveries created before `before`, the oldest first; returns how many. Deliveries have no
 * partitions, because an event is unique by webhook over all of them.
 */
export async function deleteOldDeliveries(db: Db, _all: CrossTenant, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `delete from deliveries where id in (
       select id from deliveries where id < first_delivery_id(:before::timestamptz) and status <> 'PENDING'
       order by id limit :limit
     )`,
    { before, limit },
  );
  return rowCount;
}

/**
 * Deletes up to `limit` events that occurred before `before` and were recorded after their month had been dropped: they
 * are in the default partition, which has few rows. Returns how many.
 */
export async function deleteLateEvents(db: Db, _all: CrossTenant, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `with late as (
       select store_id, dev_mode, id from events_ahead where id < first_event_id(:before::timestamptz) limit :limit
     ),
     records as (
       delete from event_records_ahead r using late l
       where r.store_id = l.store_id and r.dev_mode = l.dev_mode and r.id = l.id
     )
     delete from events_ahead e using late l
     where e.store_id = l.store_id and e.dev_mode = l.dev_mode and e.id = any (array[l.id])`,
    { before, limit },
  );
  return rowCount;
}
