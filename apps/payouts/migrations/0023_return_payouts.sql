set local lock_timeout = '5s';

-- RETURNED: all of a payout that was COMPLETE has come back (docs/behaviour/payouts.md#returned).
alter table payouts
  drop constraint payouts_status_check,
  add constraint payouts_status_check
    check (status in ('PENDING', 'COMPLETE', 'FAILED', 'CANCELLED', 'RETURNED')) not valid;

-- RETURNS: it is COMPLETE, and its provider is asked from time to time whether it has come back. The version before leaves
-- such a payout alone.
alter table payouts
  drop constraint payouts_step_check,
  add constraint payouts_step_check
    check (step in ('RESERVE', 'TAKE_BACK', 'APPROVE', 'SEND', 'WATCH', 'RETURNS', 'DONE')) not valid,
  drop constraint payouts_done_check,
  add constraint payouts_done_check check ((step in ('RETURNS', 'DONE')) = (status <> 'PENDING')) not valid,
  add constraint payouts_returns_check check (step <> 'RETURNS' or status in ('COMPLETE', 'RETURNED')) not valid;

alter table payouts
  -- All that has come back of the amount.
  add column returned_cents bigint not null default 0,
  -- Store time; null for one that was COMPLETE before this column.
  add column completed_at timestamptz,
  add constraint payouts_returned_check check (
    returned_cents >= 0 and returned_cents <= amount_cents
    and (status = 'RETURNED') = (returned_cents = amount_cents)
    and (returned_cents = 0 or status in ('COMPLETE', 'RETURNED'))
  ) not valid;
