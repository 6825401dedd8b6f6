set local lock_timeout = '5s';

-- Of the API key that asked, as it was then.
alter table payouts
  add column requested_by_description text,
  -- No other person could approve when it was asked for: one confirms it, and it is sent after a delay, by store time.
  add column is_alone boolean,
  add column confirmed_by text,
  add column sends_at timestamptz;

-- Who asked and is alone is their own second person once the delay is over, and never a key alone.
alter table payouts
  drop constraint payouts_second_person_check,
  add constraint payouts_second_person_check
    check (approval_status is distinct from 'APPROVED' or requested_by_kind <> 'USER' or decided_by <> requested_by
      or (coalesce(is_alone, false) and coalesce(confirmed_by = decided_by, false)
        and coalesce(decided_at >= sends_at, false))) not valid,
  add constraint payouts_confirmed_check
    check ((confirmed_by is null) = (sends_at is null) and (confirmed_by is null or coalesce(is_alone, false))) not valid;
