/**
 * SQL about calls that are taken out of a process's hands: its lease ran out, its webhook was disabled or deleted, or a
 * resend has delivered meanwhile. The attempt is logged as interrupted and counted there and then, so that the log and
 * its counts agree at every moment, whatever becomes of the call. Should it end all the same, its result completes the
 * entry (attempt-repository.ts).
 *
 * Each is the body of a common table over another one, `cut`: queue rows as they were while leased.
 */
export const logInterrupted = `
  insert into attempts (delivery_id, no, store_id, dev_mode, trigger, started_at, error_class)
  select delivery_id, case resend when 0 then attempts else -resend end, store_id, dev_mode,
    case resend when 0 then 'AUTO' else 'MANUAL' end, started_at, 'interrupted'
  from cut on conflict (delivery_id, no) do nothing`;

/** A manual attempt that was interrupted is made again under its number, so only its first time counts. */
export const countInterrupted = `
  select delivery_id, max(attempts) filter (where resend = 0) as attempts,
    count(*) filter (where resend > 0 and attempts = 1)::int as manual_attempts
  from cut group by delivery_id`;
