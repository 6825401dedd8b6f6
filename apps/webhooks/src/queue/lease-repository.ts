import type { CrossTenant, Owned } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { ClaimedDelivery } from '../deliveries/delivery';
import { countInterrupted, logInterrupted } from '../deliveries/attempt-log';

export interface Promotion {
  readonly promoted: number;
  readonly reclaimed: number;
  /** True if any delivery is ready now, promoted by this process or another. */
  readonly isReady: boolean;
  /** When the next one falls due of those that wait. */
  readonly nextDueAt: Date | null;
}

const promoteSql = `
  with expired as materialized (
    select delivery_id, resend from delivery_queue where state = 'LEASED' and lease_until <= now()
    order by lease_until limit :rowsMax::int for update skip locked
  ),
  cut as (
    update delivery_queue q set state = 'READY', lease_token = null, lease_until = null
    from expired where q.delivery_id = any (array[expired.delivery_id]) and q.resend = expired.resend
    returning q.delivery_id, q.resend, q.attempts, q.store_id, q.dev_mode, q.started_at
  ),
  logged as (${logInterrupted}),
  interrupted as (${countInterrupted}),
  counted as (
    update deliveries d set attempts = coalesce(i.attempts, d.attempts),
      manual_attempts = d.manual_attempts + i.manual_attempts, last_status_code = null, last_error_class = 'interrupted'
    from interrupted i where d.id = any (array[i.delivery_id])
  ),
  due as materialized (
    select delivery_id, resend from delivery_queue where state = 'WAITING' and due_at <= :now::timestamptz
    order by due_at limit :rowsMax::int for update skip locked
  ),
  promoted as (
    update delivery_queue q set state = 'READY' from due
    where q.delivery_id = any (array[due.delivery_id]) and q.resend = due.resend returning 1
  )
  select reclaimed, promoted,
    reclaimed + promoted > 0 or exists (select from delivery_queue where state = 'READY') as "isReady",
    (select due_at from delivery_queue where state = 'WAITING' and due_at > :now::timestamptz
     order by due_at limit 1) as "nextDueAt"
  from (select count(*) as reclaimed from cut) r, (select count(*) as promoted from promoted) p`;

/**
 * Makes due retries and deliveries with an expired lease ready. The attempt of an expired lease is logged as
 * interrupted and uses up no place in the retry table. Leases are compared with the database's clock, so that a
 * process whose clock is ahead does not take those of the others.
 */
export async function promoteDueAndExpired(db: Db, _all: CrossTenant, now: Date, rowsMax: number): Promise<Promotion> {
  const { rows } = await db
    .raw<{ rows: Promotion[] }>(promoteSql, { now, rowsMax })
    .options({ name: 'deliveries_promote' });
  return rows[0] ?? { promoted: 0, reclaimed: 0, isReady: false, nextDueAt: null };
}

const extendSql = `
  with own as (
    select q.delivery_id, q.resend
    from json_to_recordset(:leases::json)
      as l (delivery_id text, store_id text, dev_mode boolean, resend int, lease_token text)
    join delivery_queue q on q.delivery_id = any (array[l.delivery_id]) and q.resend = l.resend
      and q.store_id = l.store_id and q.dev_mode = l.dev_mode and q.lease_token = l.lease_token
    for update of q skip locked
  )
  update delivery_queue q set lease_until = now() + :leaseMs::int * interval '1 millisecond' from own
  where q.delivery_id = any (array[own.delivery_id]) and q.resend = own.resend`;

/** Extends leases of this process. Skips deliveries that are being recorded, and leases another process has taken over. */
export async function extendLeases(
  db: Db,
  deliveries: readonly Owned<Pick<ClaimedDelivery, 'id' | 'resend' | 'leaseToken'>>[],
  leaseMs: number,
): Promise<void> {
  if (deliveries.length === 0) return;
  const leases = deliveries.map(({ id, tenant: { storeId, devMode }, resend, leaseToken }) => ({
    delivery_id: id,
    store_id: storeId,
    dev_mode: devMode,
    resend,
    lease_token: leaseToken,
  }));
  await db.raw(extendSql, { leases: JSON.stringify(leases), leaseMs });
}
