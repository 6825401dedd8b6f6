import type { CrossTenant, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

export interface QueueDepth {
  readonly state: 'WAITING' | 'READY' | 'LEASED';
  /** Counted up to 100,000: beyond that operators need the order of magnitude only. */
  readonly count: number;
  /** Of READY deliveries only, without mail. */
  readonly oldestDueAt: Date | undefined;
  /** Of READY mail only. */
  readonly oldestMailDueAt: Date | undefined;
}

/**
 * State is a literal in each branch because only then the planner uses the state's partial index. The oldest delivery
 * is searched among the oldest of each webhook, as the claim does, so that a million rows cost as much as their webhooks.
 */
const depthSql = `
  with recursive oldest (webhook_id, due_at) as (
    (select webhook_id, due_at from delivery_queue where state = 'READY' order by webhook_id, due_at limit 1)
    union all
    select next.webhook_id, next.due_at from oldest cross join lateral (
      select webhook_id, due_at from delivery_queue
      where state = 'READY' and webhook_id > oldest.webhook_id order by webhook_id, due_at limit 1
    ) next
  )
  select 'WAITING' as state, count(*) as count, null::timestamptz as oldest_due_at,
    null::timestamptz as oldest_mail_due_at
  from (select due_at from delivery_queue where state = 'WAITING' order by due_at limit 100000) waiting
  union all
  select 'READY', count(*), (select min(due_at) from oldest where webhook_id not like 'mail\\_%'),
    (select min(due_at) from oldest where webhook_id like 'mail\\_%')
  from (select webhook_id from delivery_queue where state = 'READY' order by webhook_id limit 100000) ready
  union all
  select 'LEASED', count(*), null, null
  from (select store_id from delivery_queue where state = 'LEASED' order by store_id limit 100000) leased`;

export async function findQueueDepth(db: Db, _all: CrossTenant): Promise<QueueDepth[]> {
  const { rows } = await db.raw<{
    rows: { state: QueueDepth['state']; count: number; oldest_due_at: Date | null; oldest_mail_due_at: Date | null }[];
  }>(depthSql);
  return rows.map((row) => ({
    state: row.state,
    count: row.count,
    oldestDueAt: row.oldest_due_at ?? undefined,
    oldestMailDueAt: row.oldest_mail_due_at ?? undefined,
  }));
}

/** When the next retry of a store's dev environment is due, after `from` and not after `until`, all in real time. */
export async function findNextRetry(db: Db, tenant: Tenant, from: Date, until: Date): Promise<Date | undefined> {
  const { rows } = await db.raw<{ rows: { due_at: Date }[] }>(
    `select due_at from delivery_queue
     where store_id = :storeId and dev_mode and state = 'WAITING'
       and due_at > :from::timestamptz and due_at <= :until::timestamptz
     order by due_at limit 1`,
    { storeId: tenant.storeId, from, until },
  );
  return rows[0]?.due_at;
}

/**
 * How many deliveries of a store are ready or leased, without those of webhooks that have a call open since before
 * `openSince` (real time).
 */
export async function countReadyAndLeased(db: Db, tenant: Tenant, openSince: Date): Promise<number> {
  const { rows } = await db.raw<{ rows: { calls: number }[] }>(
    `with leased as materialized (
       select webhook_id, min(started_at) as oldest, count(*) as calls from delivery_queue
       where state = 'LEASED' and store_id = :storeId and dev_mode = :devMode group by webhook_id
     ),
     hanging as (select webhook_id from leased where oldest <= :openSince)
     select (select coalesce(sum(calls), 0)::bigint from leased where webhook_id not in (select webhook_id from hanging))
       + (select count(*) from webhooks w
          join delivery_queue q on q.webhook_id = any (array[w.id]) and q.state = 'READY'
          where w.store_id = :storeId and w.dev_mode = :devMode and w.id not in (select webhook_id from hanging)) as calls`,
    { storeId: tenant.storeId, devMode: tenant.devMode, openSince },
  );
  return rows[0]?.calls ?? 0;
}

/** Moves the retries of a store's dev environment `deltaMs` earlier, because its test clock was moved ahead. */
export async function shiftRetries(tx: Db, tenant: Tenant, deltaMs: number): Promise<void> {
  await tx.raw(
    `update delivery_queue set due_at = due_at - :deltaMs * interval '1 millisecond'
     where store_id = :storeId and dev_mode and state = 'WAITING'`,
    { storeId: tenant.storeId, deltaMs },
  );
}

/** Makes the retries of a store's dev environment ready that are due at `now` (real time). */
export async function promoteRetries(db: Db, tenant: Tenant, now: Date): Promise<void> {
  await db.raw(
    `update delivery_queue set state = 'READY'
     where store_id = :storeId and dev_mode and state = 'WAITING' and due_at <= :now::timestamptz`,
    { storeId: tenant.storeId, now },
  );
}
