-- no-transaction
set lock_timeout = '5s';

-- The refunds of all stores whose next step is due, those that wait for a person among them.
drop index concurrently if exists refunds_due_idx;
create index concurrently refunds_due_idx on refunds (run_at)
  where step in ('RESERVE', 'TAKE_BACK', 'APPROVE', 'SEND', 'WATCH');

-- The same of a dev environment, for its test clock.
drop index concurrently if exists refunds_dev_next_idx;
create index concurrently refunds_dev_next_idx on refunds (store_id, run_at)
  where dev_mode and step in ('APPROVE', 'SEND', 'WATCH');

-- What waits for a person in a store; newest first is it read backwards.
drop index concurrently if exists refunds_approval_idx;
create index concurrently refunds_approval_idx on refunds (store_id, dev_mode, approval_status, id)
  where approval_status is not null;
