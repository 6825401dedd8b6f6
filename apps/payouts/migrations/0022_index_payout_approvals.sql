-- no-transaction
set lock_timeout = '5s';

-- What waits for a person in a store; newest first is it read backwards.
drop index concurrently if exists payouts_approval_idx;
create index concurrently payouts_approval_idx on payouts (store_id, dev_mode, kind, approval_status, id)
  where approval_status is not null;
