set local lock_timeout = '5s';

-- Above this many centavos a payout waits for a second person (docs/behaviour/payouts.md#approval); null: none does.
alter table store_settings add column approval_above_cents bigint;

-- Who asked for a payout: a person or an API key. Null: asked for through a gateway that did not say.
alter table payouts
  add column requested_by_kind text,
  add column requested_by text,
  -- Null: it needs no approval, as every payout of the version before.
  add column approval_status text,
  -- Store time until which it may be approved.
  add column approval_expires_at timestamptz,
  -- The person who approved or rejected it, and when (store time).
  add column decided_by text,
  add column decided_at timestamptz;

-- APPROVE: its money is held, and a person is to decide. The version before leaves such a payout alone.
alter table payouts
  drop constraint payouts_step_check,
  add constraint payouts_step_check
    check (step in ('RESERVE', 'TAKE_BACK', 'APPROVE', 'SEND', 'WATCH', 'DONE')) not valid;

-- The database itself refuses what would send money that nobody approved, whatever version of the service asks for it.
alter table payouts
  add constraint payouts_approval_status_check
    check (approval_status in ('WAITING', 'APPROVED', 'REJECTED', 'EXPIRED')) not valid,
  add constraint payouts_approval_whole_check
    check (approval_status is null
      or (requested_by is not null and requested_by_kind is not null and approval_expires_at is not null)) not valid,
  add constraint payouts_approval_decided_check
    check (coalesce(approval_status in ('APPROVED', 'REJECTED'), false)
      = (decided_by is not null and decided_at is not null)) not valid,
  add constraint payouts_second_person_check
    check (approval_status is distinct from 'APPROVED' or requested_by_kind <> 'USER' or decided_by <> requested_by)
    not valid,
  add constraint payouts_approve_step_check
    check (step <> 'APPROVE' or coalesce(approval_status <> 'APPROVED', false)) not valid,
  add constraint payouts_approved_first_check
    check (approval_status is null or approval_status = 'APPROVED' or status = 'FAILED'
      or step in ('RESERVE', 'TAKE_BACK', 'APPROVE')) not valid;
