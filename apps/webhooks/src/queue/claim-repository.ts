import { tenantOf } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { ClaimedDelivery } from '../deliveries/delivery';

/** Caps of a claim. */
export interface ClaimLimits {
  /** Calls to one webhook, over all processes: a slow endpoint can hold no more than these. */
  readonly perWebhook: number;
  readonly perWebhookDev: number;
  /** Calls of this process to a webhook that has not answered yet; every success allows one more. */
  readonly perWebhookFirst: number;
  /** Calls for one store and environment, over all processes: many webhooks are no way around the cap. */
  readonly perStore: number;
  /** Webhooks one claim looks at. */
  readonly webhooksPerClaim: number;
  /** How long a process may be silent before its deliveries are given to another. */
  readonly leaseMs: number;
}

export interface ClaimRequest {
  /** Webhooks up to and including this id were served last; '' starts from the first. */
  readonly afterWebhookId: string;
  /** Free places of this process: of all, of those for slowed-down webhooks, of those for retries. */
  readonly free: number;
  readonly suspectFree: number;
  readonly retryFree: number;
  /** What this process holds of each webhook. */
  readonly held: readonly HeldCalls[];
  readonly limits: ClaimLimits;
  readonly now: Date;
  readonly leaseToken: string;
}

export interface HeldCalls {
  readonly webhookId: string;
  /** Calls under way. */
  readonly calling: number;
  /** Calls that have ended and are still leased because their results are being recorded. */
  readonly ended: number;
  /** How many calls this process may have under way, by what the endpoint has shown so far. */
  readonly ownMax: number;
  /** True while a call has been without an answer for long. */
  readonly isSlow: boolean;
}

export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Where the next claim starts; '' when this one has seen every webhook with ready rows. */
  readonly nextWebhookId: string;
}

interface ClaimRow {
  readonly scanned: number;
  readonly last_webhook_id: string | null;
  readonly delivery_id: string | null;
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly webhook_id: string;
  readonly event: string;
  readonly body: string;
  readonly traceparent: string | null;
  readonly endpoint: string;
  readonly legacy_secret_header: boolean;
  readonly sealed_secrets: Buffer[];
  readonly resend: number;
  readonly attempts: number;
  readonly failures: number;
  readonly due_at: Date;
  readonly is_suspect: boolean;
  readonly is_failing: boolean;
}

/**
 * How the claim stays fair and cheap:
 * - `hooks` steps through the index from one webhook with ready rows to the next, so its cost is the
 *   number of such webhooks and not of rows;
 * - each webhook offers its oldest rows up to its own room: its cap (one, or a little more, for a webhook that is
 *   slowed down) less what is leased by any process. Own calls that have ended do not count, so the next
 *   ones start while their results are still being recorded; own calls under way count in any case, because
 *   those results may be recorded while this runs. And up to what this process trusts the endpoint with, which
 *   grows with every success: see delivering/in-flight-calls.ts;
 * - leases are counted in index order and at most a store's cap of them: unlike a bitmap of the index, such a
 *   scan marks the entries of rows that are gone, of which a burst leaves thousands between two vacuums;
 * - the offers are taken in turn (everyone's first, then everyone's second, …), within the room of each
 *   store and the places this process keeps for slowed-down webhooks and for retries.
 * `= any (array[…])`: see index-plans.ts. Two processes that claim at the same instant may together exceed a cap for that moment; rows are never
 * taken twice, because the lock checks the state again.
 */
const claimSql = `
  with recursive hooks (webhook_id, store_id, dev_mode, position) as (
    (select webhook_id, store_id, dev_mode, 1 from delivery_queue
     where state = 'READY' and webhook_id > ?::text order by webhook_id limit 1)
    union all
    select next.webhook_id, next.store_id, next.dev_mode, hooks.position + 1
    from hooks cross join lateral (
      select webhook_id, store_id, dev_mode from delivery_queue
      where state = 'READY' and webhook_id > hooks.webhook_id order by webhook_id limit 1
    ) next
    where hooks.position < ?::int
  ),
  leased as materialized (
    select leases.webhook_id, stores.store_id, stores.dev_mode, count(*)::int as calls
    from (select distinct store_id, dev_mode from hooks) stores cross join lateral (
      select webhook_id from delivery_queue q
      where q.state = 'LEASED' and q.store_id = stores.store_id and q.dev_mode = stores.dev_mode
      order by q.webhook_id limit ?::int
    ) leases
    group by leases.webhook_id, stores.store_id, stores.dev_mode
  ),
  leased_by_store as (
    select store_id, dev_mode, sum(calls)::int as calls from leased group by store_id, dev_mode
  ),
  held as materialized (
    select * from unnest(?::text[], ?::int[], ?::int[], ?::int[], ?::boolean[])
      as h (webhook_id, calling, ended, own_max, is_slow)
  ),
  rooms as materialized (
    select hooks.*, paces.in_flight_max is not null or coalesce(held.is_slow, false) as is_suspect,
      least(
        least(paces.in_flight_max, case when hooks.dev_mode then ?::int else ?::int end)
          - greatest(coalesce(leased.calls, 0) - coalesce(held.ended, 0), coalesce(held.calling, 0)),
        coalesce(held.own_max, ?::int) - coalesce(held.calling, 0)
      ) as room
    from hooks
    left join webhook_paces paces using (webhook_id)
    left join leased using (webhook_id)
    left join held using (webhook_id)
  ),
  offers as (
    select oldest.*, rooms.webhook_id, rooms.store_id, rooms.dev_mode, rooms.position, rooms.is_suspect
    from rooms cross join lateral (
      select delivery_id, resend, failures, row_number() over (order by due_at) as turn from delivery_queue
      where state = 'READY' and webhook_id = rooms.webhook_id order by due_at limit greatest(rooms.room, 0)
    ) oldest
  ),
  ranked as (
    select *,
      row_number() over (partition by store_id, dev_mode order by turn, position) as store_turn,
      row_number() over (partition by is_suspect order by turn, position) as suspect_turn,
      row_number() over (partition by failures > 0 order by turn, position) as retry_turn
    from offers
  ),
  chosen as materialized (
    select delivery_id, resend, is_suspect from ranked left join leased_by_store using (store_id, dev_mode)
    where store_turn <= ?::int - coalesce(leased_by_store.calls, 0)
      and (not is_suspect or suspect_turn <= ?::int)
      and (failures = 0 or retry_turn <= ?::int)
    order by turn, position limit ?::int
  ),
  locked as materialized (
    select q.delivery_id, q.resend, chosen.is_suspect
    from chosen join delivery_queue q on q.delivery_id = any (array[chosen.delivery_id]) and q.resend = chosen.resend
    where q.state not in ('WAITING', 'LEASED') for update of q skip locked
  ),
  claimed as (
    update delivery_queue q
    set state = 'LEASED', attempts = q.attempts + 1, started_at = ?::timestamptz,
      lease_until = now() + ?::int * interval '1 millisecond', lease_token = ?::text
    from locked where q.delivery_id = any (array[locked.delivery_id]) and q.resend = locked.resend
    returning q.delivery_id, q.resend, q.webhook_id, q.store_id, q.dev_mode, q.attempts, q.failures,
      q.due_at, locked.is_suspect
  )
  select scan.scanned, scan.last_webhook_id, claimed.*, d.event, b.body, d.traceparent, w.endpoint, w.legacy_secret_header,
    exists (select from failing_webhooks f where f.webhook_id = any (array[claimed.webhook_id])) as is_failing,
    array(select s.sealed from webhook_secrets s
          where s.webhook_id = claimed.webhook_id and (s.expires_at is null or s.expires_at > ?::timestamptz)
          order by s.id desc) as sealed_secrets
  from (select count(*)::int as scanned, max(webhook_id) as last_webhook_id from hooks) scan
  left join (
    claimed join deliveries d on d.id = any (array[claimed.delivery_id])
    join delivery_bodies b on b.delivery_id = any (array[claimed.delivery_id])
    join webhooks w on w.id = any (array[claimed.webhook_id])
  ) on true`;

/** Leases due deliveries of any store to this process. */
export async function claimDueDeliveries(db: Db, request: ClaimRequest): Promise<Claim> {
  const { limits, held, now } = request;
  const { rows } = await db
    .raw<{ rows: ClaimRow[] }>(claimSql, [
      request.afterWebhookId,
      limits.webhooksPerClaim,
      limits.perStore,
      held.map(({ webhookId }) => webhookId),
      held.map(({ calling }) => calling),
      held.map(({ ended }) => ended),
      held.map(({ ownMax }) => ownMax),
      held.map(({ isSlow }) => isSlow),
      limits.perWebhookDev,
      limits.perWebhook,
      limits.perWebhookFirst,
      limits.perStore,
      request.suspectFree,
      request.retryFree,
      request.free,
      now,
      limits.leaseMs,
      request.leaseToken,
      now,
    ])
    .options({ name: 'deliveries_claim' });
  const deliveries = rows.flatMap((row) => (row.delivery_id === null ? [] : [claimed(row, row.delivery_id, request)]));
  return { deliveries, nextWebhookId: nextStart(rows, deliveries, request) };
}

function claimed(row: ClaimRow, id: string, request: ClaimRequest): ClaimedDelivery {
  return {
    id,
    tenant: tenantOf(row.store_id, row.dev_mode),
    webhookId: row.webhook_id,
    event: row.event,
    body: row.body,
    traceparent: row.traceparent ?? undefined,
    endpoint: row.endpoint,
    legacySecretHeader: row.legacy_secret_header,
    sealedSecrets: row.sealed_secrets,
    attemptNo: row.resend === 0 ? row.attempts : -row.resend,
    resend: row.resend,
    failures: row.failures,
    dueAt: row.due_at,
    leaseToken: request.leaseToken,
    isSuspect: row.is_suspect,
    isFailing: row.is_failing,
  };
}

/** Low ids must not be favoured: a claim that had to stop somewhere is continued from there. */
function nextStart(rows: readonly ClaimRow[], deliveries: readonly ClaimedDelivery[], request: ClaimRequest): string {
  if (deliveries.length >= request.free) {
    return deliveries.reduce((last, { webhookId }) => (webhookId > last ? webhookId : last), '');
  }
  const scan = rows[0];
  return scan && scan.scanned >= request.limits.webhooksPerClaim ? (scan.last_webhook_id ?? '') : '';
}
