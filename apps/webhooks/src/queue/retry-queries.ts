import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** When the next retry of a store's dev environment is due, after `from` and not after `until`, all in real time. */
export async function findNextRetry(db: Db, tenant: Tenant, from: Date, until: Date): Promise<Date | undefined> {
  const { rows } = await db.raw<{ rows: { due_at: Date }[] }>(
    `select due_at from delivery_queue
     where store_id = ? and dev_mode and state = 'WAITING' and due_at > ?::timestamptz and due_at <= ?::timestamptz
     order by due_at limit 1`,
    [tenant.storeId, from, until],
  );
  return rows[0]?.due_at;
}

/**
 * How many deliveries of a store are ready to be called or being called, but for those of webhooks that have left a
 * call without an answer since before `silentSince` (real time).
 */
export async function countCalls(db: Db, tenant: Tenant, silentSince: Date): Promise<number> {
  const { rows } = await db.raw<{ rows: { calls: number }[] }>(
    `with leased as materialized (
       select webhook_id, min(started_at) as oldest, count(*) as calls from delivery_queue
       where state = 'LEASED' and store_id = :storeId and dev_mode = :devMode group by webhook_id
     ),
     silent as (select webhook_id from leased where oldest <= :silentSince)
     select (select coalesce(sum(calls), 0)::bigint from leased where webhook_id not in (select webhook_id from silent))
       + (select count(*) from webhooks w
          join delivery_queue q on q.webhook_id = any (array[w.id]) and q.state = 'READY'
          where w.store_id = :storeId and w.dev_mode = :devMode and w.id not in (select webhook_id from silent)) as calls`,
    { storeId: tenant.storeId, devMode: tenant.devMode, silentSince },
  );
  return rows[0]?.calls ?? 0;
}
