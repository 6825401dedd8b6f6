-- no-transaction
set lock_timeout = '5s';

-- The changes that wait for the next cycle of a subscription to begin.
drop index concurrently if exists plan_changes_waiting_idx;
create index concurrently plan_changes_waiting_idx on plan_changes (store_id, dev_mode, subscription_id)
  where status = 'PENDING' or awaits_cycle;
