-- no-transaction
set lock_timeout = '5s';

-- TAKE_BACK: the ledger would not set the money aside, so the hold is given up first, and then the refund ends FAILED
-- with its `refusal` or, where its request was told, goes. Not valid first, so that the exclusive lock lasts a moment.
alter table refunds
  drop constraint if exists refunds_step_check,
  add constraint refunds_step_check
    check (step in ('RESERVE', 'TAKE_BACK', 'KEY', 'SEND', 'WATCH', 'DONE')) not valid;
alter table refunds validate constraint refunds_step_check;

-- The job's queue; the version before finds its steps in it, too.
drop index concurrently if exists refunds_work_idx;
create index concurrently refunds_work_idx on refunds (run_at)
  where step in ('RESERVE', 'TAKE_BACK', 'SEND', 'WATCH');
drop index concurrently if exists refunds_due_idx;
