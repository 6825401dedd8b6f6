import { toTenant, type CrossTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { ClaimedDelivery } from '../deliveries/delivery';
import type { MailKind } from '../mails/mail';

export interface ClaimLimits {
  /** Leases of one webhook over all processes, so that a slow endpoint occupies no more. */
  readonly perWebhook: number;
  readonly perWebhookDev: number;
  /** Calls of this process to a webhook that has not succeeded yet; each success allows one more. */
  readonly perWebhookFirst: number;
  /** Leases of one store and environment over all processes, so that many webhooks do not evade the cap. */
  readonly perStore: number;
  /** Webhooks one claim scans. */
  readonly webhooksPerClaim: number;
  /** A lease that is not extended for so long expires. */
  readonly leaseMs: number;
}

export interface ClaimRequest {
  /** Webhooks up to and including this id were scanned before; '' starts from the first. */
  readonly afterWebhookId: string;
  /** Free places of this process: all, those for throttled webhooks, those for retries. */
  readonly free: number;
  readonly throttledFree: number;
  readonly retryFree: number;
  /** Deliveries leased to this process, by webhook. */
  readonly inFlight: readonly WebhookCalls[];
  readonly limits: ClaimLimits;
  readonly now: Date;
  readonly leaseToken: string;
}

/** The deliveries of one webhook that are leased to this process. */
export interface WebhookCalls {
  readonly webhookId: string;
  /** Calls without an answer yet. */
  readonly open: number;
  /** Calls that succeeded and whose results are not recorded yet. */
  readonly unrecorded: number;
  /** Most open calls this process allows the webhook now. */
  readonly openMax: number;
  /** True if an open call has had no answer for `slowMs`. */
  readonly isSlow: boolean;
}

export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[];
  /** True if scanned webhooks may have more ready rows: they filled their room, or were not all taken. */
  readonly isHeldBack: boolean;
  /** Where the next claim starts; '' after the last webhook with ready rows. */
  readonly nextWebhookId: string;
}

interface ClaimRow {
  readonly scanned: number;
  readonly is_held_back: boolean;
  readonly last_webhook_id: string | null;
  readonly delivery_id: string | null;
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly webhook_id: string;
  readonly event: string;
  readonly body: string;
  readonly traceparent: string | null;
  /** Null for a mail. */
  readonly endpoint: string | null;
  readonly legacy_secret_header: boolean | null;
  readonly legacy_secret_query: boolean | null;
  readonly mail_kind: MailKind | null;
  readonly mail_recipient: Buffer | null;
  readonly mail_content: Buffer | null;
  readonly sealed_secrets: Buffer[];
  readonly resend: number;
  readonly attempts: number;
  readonly failures: number;
  readonly due_at: Date;
  readonly is_throttled: boolean;
  readonly is_failing: boolean;
}

/**
 * A fair claim at a bounded cost:
 * - `hooks` steps through the index from one webhook with ready rows to the next: it costs as much as there are such
 *   webhooks, however many rows they have.
 * - Each webhook offers its oldest rows up to its room: its cap (less while it is throttled) minus its leases in any
 *   process. Unrecorded successes of this process do not count, so that the next calls start while results are being
 *   recorded. Its open calls always count: their leases may end while this statement runs. The room is also at most
 *   `openMax` (delivering/in-flight-calls.ts).
 * - Leases are counted in index order and up to the store's cap. Unlike a bitmap scan, an index scan marks the entries
 *   of deleted rows, of which a burst leaves thousands until the next vacuum.
 * - Offers are taken in turn (the first of every webhook, then the second, …) within the room of each store and the
 *   places for throttled webhooks and for retries.
 *
 * Two processes that claim at the same instant may together exceed a cap for a moment. They never claim the same row:
 * the lock rechecks its state. `= any (array[…])`: see index-plans.ts.
 */
const claimSql = `
  with recursive hooks (webhook_id, store_id, dev_mode, position) as (
    (select webhook_id, store_id, dev_mode, 1 from delivery_queue
     where state = 'READY' and webhook_id > :afterWebhookId::text order by webhook_id limit 1)
    union all
    select next.webhook_id, next.store_id, next.dev_mode, hooks.position + 1
    from hooks cross join lateral (
      select webhook_id, store_id, dev_mode from delivery_queue
      where state = 'READY' and webhook_id > hooks.webhook_id order by webhook_id limit 1
    ) next
    where hooks.position < :webhooksPerClaim::int
  ),
  leased as materialized (
    select leases.webhook_id, stores.store_id, stores.dev_mode, count(*)::int as calls
    from (select distinct store_id, dev_mode from hooks) stores cross join lateral (
      select webhook_id from delivery_queue q
      where q.state = 'LEASED' and q.store_id = stores.store_id and q.dev_mode = stores.dev_mode
      order by q.webhook_id limit :perStore::int
    ) leases
    group by leases.webhook_id, stores.store_id, stores.dev_mode
  ),
  leased_by_store as (
    select store_id, dev_mode, sum(calls)::int as calls from leased group by store_id, dev_mode
  ),
  in_flight as materialized (
    select * from unnest(:webhookIds::text[], :open::int[], :unrecorded::int[], :openMax::int[], :isSlow::boolean[])
      as c (webhook_id, open, unrecorded, open_max, is_slow)
  ),
  rooms as materialized (
    select hooks.*, paces.in_flight_max is not null or coalesce(in_flight.is_slow, false) as is_throttled,
      least(
        least(paces.in_flight_max, case when hooks.dev_mode then :perWebhookDev::int else :perWebhook::int end)
          - greatest(coalesce(leased.calls, 0) - coalesce(in_flight.unrecorded, 0), coalesce(in_flight.open, 0)),
        coalesce(in_flight.open_max, :perWebhookFirst::int) - coalesce(in_flight.open, 0)
      ) as room
    from hooks
    left join webhook_paces paces using (webhook_id)
    left join leased using (webhook_id)
    left join in_flight using (webhook_id)
  ),
  offers as materialized (
    select oldest.*, rooms.webhook_id, rooms.store_id, rooms.dev_mode, rooms.position, rooms.is_throttled,
      oldest.turn >= rooms.room as fills_room
    from rooms cross join lateral (
      select delivery_id, resend, failures, row_number() over (order by due_at) as turn from delivery_queue
      where state = 'READY' and webhook_id = rooms.webhook_id order by due_at limit greatest(rooms.room, 0)
    ) oldest
  ),
  ranked as (
    select *,
      row_number() over (partition by store_id, dev_mode order by turn, position) as store_turn,
      row_number() over (partition by is_throttled order by turn, position) as throttled_turn,
      row_number() over (partition by failures > 0 order by turn, position) as retry_turn
    from offers
  ),
  chosen as materialized (
    select delivery_id, resend, is_throttled from ranked left join leased_by_store using (store_id, dev_mode)
    where store_turn <= :perStore::int - coalesce(leased_by_store.calls, 0)
      and (not is_throttled or throttled_turn <= :throttledFree::int)
      and (failures = 0 or retry_turn <= :retryFree::int)
    order by turn, position limit :free::int
  ),
  locked as materialized (
    select q.delivery_id, q.resend, chosen.is_throttled
    from chosen join delivery_queue q on q.delivery_id = any (array[chosen.delivery_id]) and q.resend = chosen.resend
    where q.state not in ('WAITING', 'LEASED') for update of q skip locked
  ),
  claimed as (
    update delivery_queue q
    set state = 'LEASED', attempts = q.attempts + 1, started_at = :now::timestamptz,
      lease_until = now() + :leaseMs::int * interval '1 millisecond', lease_token = :leaseToken::text
    from locked where q.delivery_id = any (array[locked.delivery_id]) and q.resend = locked.resend
    returning q.delivery_id, q.resend, q.webhook_id, q.store_id, q.dev_mode, q.attempts, q.failures,
      q.due_at, locked.is_throttled
  )
  select scan.*, claimed.*, d.event, b.body, d.traceparent, w.endpoint, w.legacy_secret_header,
    w.legacy_secret_query,
    m.kind as mail_kind, m.recipient as mail_recipient, m.content_sealed as mail_content,
    exists (select from failing_webhooks f where f.webhook_id = any (array[claimed.webhook_id])) as is_failing,
    array(select s.sealed from webhook_secrets s
          where s.webhook_id = claimed.webhook_id and (s.expires_at is null or s.expires_at > :now::timestamptz)
          order by s.id desc) as sealed_secrets
  from (
    select count(*)::int as scanned, max(webhook_id) as last_webhook_id,
      coalesce(bool_or(room <= 0), false) or (
        select coalesce(bool_or(fills_room), false) or count(*) > (select count(*) from locked) from offers
      ) as is_held_back
    from rooms
  ) scan
  left join (
    claimed join deliveries d on d.id = any (array[claimed.delivery_id])
    join delivery_bodies b on b.delivery_id = any (array[claimed.delivery_id])
    left join webhooks w on w.id = any (array[claimed.webhook_id])
    left join mails m on m.delivery_id = any (array[claimed.delivery_id])
  ) on true`;

/** Leases due deliveries to this process. */
export async function claimDueDeliveries(db: Db, _all: CrossTenant, request: ClaimRequest): Promise<Claim> {
  const { limits, inFlight, ...bindings } = request;
  const { rows } = await db
    .raw<{ rows: ClaimRow[] }>(claimSql, {
      ...limits,
      ...bindings,
      webhookIds: inFlight.map(({ webhookId }) => webhookId),
      open: inFlight.map(({ open }) => open),
      unrecorded: inFlight.map(({ unrecorded }) => unrecorded),
      openMax: inFlight.map(({ openMax }) => openMax),
      isSlow: inFlight.map(({ isSlow }) => isSlow),
    })
    .options({ name: 'deliveries_claim' });
  const deliveries = rows.flatMap((row) =>
    row.delivery_id === null ? [] : [toClaimed(row, row.delivery_id, request)],
  );
  const isHeldBack = rows[0]?.is_held_back === true;
  return { deliveries, isHeldBack, nextWebhookId: nextStart(rows, deliveries, request) };
}

function toClaimed(row: ClaimRow, id: string, request: ClaimRequest): ClaimedDelivery {
  return {
    id,
    tenant: toTenant(row.store_id, row.dev_mode),
    webhookId: row.webhook_id,
    event: row.event,
    body: row.body,
    traceparent: row.traceparent ?? undefined,
    endpoint: row.endpoint ?? '',
    legacySecretHeader: row.legacy_secret_header === true,
    legacySecretQuery: row.legacy_secret_query === true,
    sealedSecrets: row.sealed_secrets,
    attemptNo: row.resend === 0 ? row.attempts : -row.resend,
    resend: row.resend,
    failures: row.failures,
    dueAt: row.due_at,
    leaseToken: request.leaseToken,
    isThrottled: row.is_throttled,
    isFailing: row.is_failing,
    mail:
      row.mail_kind === null
        ? undefined
        : {
            kind: row.mail_kind,
            recipient: row.mail_recipient ?? undefined,
            content: row.mail_content ?? undefined,
          },
  };
}

/** The next claim starts where this one stopped, so that low ids have no advantage. */
function nextStart(rows: readonly ClaimRow[], deliveries: readonly ClaimedDelivery[], request: ClaimRequest): string {
  if (deliveries.length >= request.free) {
    return deliveries.reduce((last, { webhookId }) => (webhookId > last ? webhookId : last), '');
  }
  const scan = rows[0];
  return scan && scan.scanned >= request.limits.webhooksPerClaim ? (scan.last_webhook_id ?? '') : '';
}
