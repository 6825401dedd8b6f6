set local lock_timeout = '5s';

alter table refunds
  -- Who asked for it, or gave its key, with the description of an API key as it was then. Null: a gateway that did not say.
  add column requested_by_kind text,
  add column requested_by text,
  add column requested_by_description text,
  -- Of one to a Pix key that is not known to be the payer's. Null: it needs no approval, as every refund before.
  add column approval_status text,
  -- Store time until which it may be approved.
  add column approval_expires_at timestamptz,
  -- The person who approved or rejected it, and when (store time).
  add column decided_by text,
  add column decided_at timestamptz,
  -- No other person could approve when it was asked for: one confirms it, and it is sent after a delay, by store time.
  add column is_alone boolean,
  add column confirmed_by text,
  add column sends_at timestamptz;

-- APPROVE: its money is held, and a person is to decide. The version before leaves such a refund alone.
alter table refunds
  drop constraint refunds_step_check,
  add constraint refunds_step_check
    check (step in ('RESERVE', 'TAKE_BACK', 'KEY', 'APPROVE', 'SEND', 'WATCH', 'DONE')) not valid;

-- The database itself refuses what would send money that nobody approved, whatever version of the service asks for it.
alter table refunds
  add constraint refunds_approval_status_check
    check (approval_status in ('WAITING', 'APPROVED', 'REJECTED', 'EXPIRED')) not valid,
  add constraint refunds_approval_whole_check
    -- An erasure forgets the key of one that has ended.
    check (approval_status is null or ((pix_key_sealed is not null or step = 'DONE')
      and requested_by is not null and requested_by_kind is not null and approval_expires_at is not null)) not valid,
  add constraint refunds_approval_decided_check
    check (coalesce(approval_status in ('APPROVED', 'REJECTED'), false)
      = (decided_by is not null and decided_at is not null)) not valid,
  add constraint refunds_second_person_check
    check (approval_status is distinct from 'APPROVED' or requested_by_kind <> 'USER' or decided_by <> requested_by
      or (coalesce(is_alone, false) and coalesce(confirmed_by = decided_by, false)
        and coalesce(decided_at >= sends_at, false))) not valid,
  add constraint refunds_confirmed_check
    check ((confirmed_by is null) = (sends_at is null) and (confirmed_by is null or coalesce(is_alone, false))) not valid,
  add constraint refunds_approve_step_check
    check (step <> 'APPROVE' or coalesce(approval_status <> 'APPROVED', false)) not valid,
  add constraint refunds_approved_first_check
    check (approval_status is null or approval_status = 'APPROVED' or status = 'FAILED'
      or step in ('RESERVE', 'TAKE_BACK', 'APPROVE')) not valid;
