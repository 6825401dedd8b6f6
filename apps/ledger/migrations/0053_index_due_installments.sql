-- no-transaction
set lock_timeout = '5s';

-- The order in which parts are settled: the parts of one installment together.
drop index concurrently if exists pending_parts_installments_idx;
create index concurrently pending_parts_installments_idx on pending_parts
  (run_at, store_id, dev_mode, charge_id, (number % 100), number) where open_cents > 0;
drop index concurrently if exists pending_parts_due_idx;
