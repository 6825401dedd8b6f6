import { invariant, type Invariant } from '@pitanga/database';

/** A delivery is in the queue, with its body, exactly while it is PENDING. */
export const queueMatchesDeliveries = invariant(
  'queue_matches_deliveries',
  `select format('delivery %s of %s is %s, in the queue %s, with a body %s', coalesce(d.id, q.delivery_id),
      coalesce(d.store_id, q.store_id), coalesce(d.status, 'absent'), q.delivery_id is not null,
      b.delivery_id is not null) as violation
    from (select * from deliveries where status = 'PENDING') d
    full join (select * from delivery_queue where resend = 0) q on q.delivery_id = d.id
    left join delivery_bodies b on b.delivery_id = coalesce(d.id, q.delivery_id)
    where d.id is null or q.delivery_id is null or b.delivery_id is null`,
);

/** An ended delivery has an end time, and a delivered one an attempt. */
export const endsAreWhole = invariant(
  'ends_are_whole',
  `select format('delivery %s of %s is %s after %s attempts, ended at %s', id, store_id, status, attempts, finished_at)
      as violation
    from deliveries
    where (status = 'PENDING') <> (finished_at is null) or status = 'DELIVERED' and attempts + manual_attempts = 0`,
);

/**
 * A due delivery gets its first attempt within an hour, unless its webhook was called in that hour: an endpoint that hangs
 * gets one call at a time, and the deliveries behind it may wait for longer.
 */
export const firstAttemptsAreMade = invariant(
  'first_attempts_are_made',
  `select format('delivery %s of %s to %s is due since %s and was never tried', delivery_id, store_id, webhook_id, due_at)
      as violation
    from delivery_queue q
    left join (select webhook_id, max(started_at) as called_at from delivery_queue group by webhook_id) calls
      using (webhook_id)
    where resend = 0 and attempts = 0 and state <> 'LEASED' and due_at < :now::timestamptz - interval '1 hour'
      and coalesce(called_at, due_at) < :now::timestamptz - interval '1 hour'`,
);

/** An expired lease is reclaimed; one that expired five minutes ago means that no process promotes. Leases go by the database's clock. */
export const leasesEnd = invariant(
  'leases_end',
  `select format('delivery %s of %s is leased until %s', delivery_id, store_id, lease_until) as violation
    from delivery_queue where state = 'LEASED' and lease_until < now() - interval '5 minutes'`,
);

/** The queue has no delivery for a webhook that is disabled, deleted or of another store. */
export const queueIsForActiveWebhooks = invariant(
  'queue_is_for_active_webhooks',
  `select format('delivery %s of %s waits for webhook %s of %s, which is %s', q.delivery_id, q.store_id, q.webhook_id,
      w.store_id, coalesce(w.status, 'absent')) as violation
    from delivery_queue q left join webhooks w on w.id = q.webhook_id
    where q.webhook_id not like 'mail\\_%'
      and (w.id is null or w.status <> 'ACTIVE' or w.store_id <> q.store_id or w.dev_mode <> q.dev_mode)`,
);

/** Every active webhook has a valid secret. */
export const activeWebhooksCanSign = invariant(
  'active_webhooks_can_sign',
  `select format('webhook %s of %s has no secret', w.id, w.store_id) as violation
    from webhooks w
    where w.status = 'ACTIVE' and not exists (
      select from webhook_secrets s where s.webhook_id = w.id and (s.expires_at is null or s.expires_at > :now::timestamptz)
    )`,
);

/** A mail belongs to a delivery of its store, and what ended is forgotten. */
export const mailsAreDeliveries = invariant(
  'mails_are_deliveries',
  `select format('mail %s of %s has a delivery of %s that is %s', m.delivery_id, m.store_id, d.store_id, d.status)
      as violation
    from mails m left join deliveries d on d.id = m.delivery_id
    where d.id is null and m.content_sealed is not null
      or d.store_id <> m.store_id or d.dev_mode <> m.dev_mode or not d.is_mail
      or d.status in ('DELIVERED', 'FAILED') and m.content_sealed is not null`,
);

/** Each reads whole tables once and locks nothing. */
export const invariants: readonly Invariant[] = [
  queueMatchesDeliveries,
  endsAreWhole,
  firstAttemptsAreMade,
  leasesEnd,
  queueIsForActiveWebhooks,
  activeWebhooksCanSign,
  mailsAreDeliveries,
];
