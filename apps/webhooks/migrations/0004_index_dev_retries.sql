-- no-transaction
set lock_timeout = '5s';

-- A store whose test clock is moved asks when its next retry is due, and brings all of them nearer. Dev mode only, and
-- only what waits for a retry: a delivery that succeeds at once is never in it.
drop index concurrently if exists delivery_queue_dev_waiting_idx;
create index concurrently delivery_queue_dev_waiting_idx on delivery_queue (store_id, due_at)
  where state = 'WAITING' and dev_mode;
