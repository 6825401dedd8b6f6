-- no-transaction
set lock_timeout = '5s';

-- What of a store falls due next on its test clock, and what is due once that was moved. Dev mode only: production's
-- clock never moves, and its inserts do not pay for these.
-- The expression is not that of the queue of all stores (charges_payable_until_idx) on purpose: a planner that knows of
-- one large store only would take that one, and read every store's charges until it finds one of this store.
drop index concurrently if exists charges_dev_due_idx;
create index concurrently charges_dev_due_idx on charges (store_id, coalesce(payable_until, expires_at, expires_at))
  where dev_mode and status = 'PENDING';
drop index concurrently if exists checkouts_dev_due_idx;
create index concurrently checkouts_dev_due_idx on checkouts (store_id, expires_at)
  where dev_mode and status = 'PENDING' and expires_at is not null;
drop index concurrently if exists refunds_dev_due_idx;
create index concurrently refunds_dev_due_idx on refunds (store_id, run_at)
  where dev_mode and step in ('SEND', 'WATCH');
drop index concurrently if exists simulated_disputes_due_idx;
create index concurrently simulated_disputes_due_idx on simulated_disputes (store_id, run_at);
