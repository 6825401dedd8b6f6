-- no-transaction
set lock_timeout = '5s';

-- The few subscriptions of a store with a cycle that could not be charged, newest first.
drop index concurrently if exists subscriptions_past_due_idx;
create index concurrently subscriptions_past_due_idx on subscriptions (store_id, dev_mode, id desc)
  where status = 'ACTIVE' and attempts - recalls > case when step = 'WAIT' then 0 else 1 end;
