set local lock_timeout = '5s';

-- A payout is written down before its money is held, as an intent that a crash cannot lose; where the balance does
-- not allow it the intent is taken back, which is what frees its external id. The columns need no default: no version
-- before this one writes payouts.
alter table payouts
  -- What has to be done next. TAKE_BACK: the balance refused it, so its hold is given up and the row goes.
  add column step text not null,
  -- The key that is paid: for a BR_CODE the one inside of it.
  add column target_type text not null,
  -- Sealed: only ever compared with another key of the same external id, never searched.
  add column target_key_sealed bytea not null,
  -- Who it was sent through, once it was: nobody else is asked about it.
  add column provider text,
  add column attempts integer not null default 0,
  add column run_at timestamptz not null,
  -- Real times, for leases and for how long an outcome has been unknown; created_at is the store's.
  add column requested_at timestamptz not null,
  add column sent_at timestamptz,
  add constraint payouts_step_check check (step in ('RESERVE', 'TAKE_BACK', 'SEND', 'WATCH', 'DONE')),
  add constraint payouts_target_type_check
    check (target_type in ('CPF', 'CNPJ', 'PHONE', 'EMAIL', 'RANDOM', 'BR_CODE')),
  add constraint payouts_done_check check ((step = 'DONE') = (status <> 'PENDING'));

-- The job's queue; what is done is not in it.
create index payouts_run_at_idx on payouts (run_at) where step <> 'DONE';

-- A receipt's address holds nothing but the id.
create unique index payouts_id_idx on payouts (id);

-- Lists are of one kind, often of one status; newest first is either read backwards.
create index payouts_kind_idx on payouts (store_id, dev_mode, kind, id);
create index payouts_kind_status_idx on payouts (store_id, dev_mode, kind, status, id);
