-- no-transaction
set lock_timeout = '5s';

-- What a store was paid in a period, whatever else it has (docs/behaviour/charges.md#utm-sums).
drop index concurrently if exists charges_paid_idx;
create index concurrently charges_paid_idx on charges (store_id, dev_mode, paid_at) where paid_at is not null;
