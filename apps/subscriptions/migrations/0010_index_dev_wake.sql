-- no-transaction
set lock_timeout = '5s';

-- What a test clock has to stop at: charges, ends of pauses and ends of subscriptions.
drop index concurrently if exists subscriptions_wake_idx;
create index concurrently subscriptions_wake_idx
  on subscriptions (store_id, step, (least(next_charge_at, ends_at, resumes_at)))
  where dev_mode and run_at is not null;
