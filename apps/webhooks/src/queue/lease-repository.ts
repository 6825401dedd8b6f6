import type { Db } from '@pitanga/database';
import type { ClaimedDelivery } from '../deliveries/delivery';
import { countInterrupted, logInterrupted } from '../deliveries/interrupted';

export interface Promotion {
  readonly promoted: number;
  readonly reclaimed: number;
  /** Whether anything is ready now, whoever made it so. */
  readonly isReady: boolean;
}

/**
 * Makes retries whose time has come ready, and takes back deliveries whose process has been silent for
 * longer than its lease: that attempt is logged as interrupted and costs no place on the retry table. Leases are
 * of the database's time, because a process whose clock is ahead would take those of all others.
 */
export async function claimExpiredAndDue(db: Db, now: Date, rowsMax: number): Promise<Promotion> {
  const { rows } = await db
    .raw<{ rows: Promotion[] }>(
      `with expired as materialized (
       select delivery_id, resend from delivery_queue where state = 'LEASED' and lease_until <= now()
       order by lease_until limit ?::int for update skip locked
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
       select delivery_id, resend from delivery_queue where state = 'WAITING' and due_at <= ?::timestamptz
       order by due_at limit ?::int for update skip locked
     ),
     promoted as (
       update delivery_queue q set state = 'READY' from due
       where q.delivery_id = any (array[due.delivery_id]) and q.resend = due.resend returning 1
     )
     select reclaimed, promoted,
       reclaimed + promoted > 0 or exists (select from delivery_queue where state = 'READY') as "isReady"
     from (select count(*) as reclaimed from cut) r, (select count(*) as promoted from promoted) p`,
      [rowsMax, now, rowsMax],
    )
    .options({ name: 'deliveries_promote' });
  return rows[0] ?? { promoted: 0, reclaimed: 0, isReady: false };
}

/** Extends the leases of deliveries still under way. One that is being recorded just now needs it no more; a lease that another process has taken over is left alone. */
// eslint-disable-next-line pitanga/tenant-first -- rows are found by their lease
export async function extendLeases(db: Db, deliveries: readonly ClaimedDelivery[], leaseMs: number): Promise<void> {
  if (deliveries.length === 0) return;
  await db.raw(
    `with held as (
       select q.delivery_id, q.resend from unnest(?::text[], ?::int[], ?::text[]) as h (delivery_id, resend, lease_token)
       join delivery_queue q on q.delivery_id = any (array[h.delivery_id]) and q.resend = h.resend
         and q.lease_token = h.lease_token
       for update of q skip locked
     )
     update delivery_queue q set lease_until = now() + ?::int * interval '1 millisecond' from held
     where q.delivery_id = any (array[held.delivery_id]) and q.resend = held.resend`,
    [
      deliveries.map(({ id }) => id),
      deliveries.map(({ resend }) => resend),
      deliveries.map(({ leaseToken }) => leaseToken),
      leaseMs,
    ],
  );
}
