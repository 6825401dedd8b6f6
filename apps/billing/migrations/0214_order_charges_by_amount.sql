-- no-transaction
set lock_timeout = '5s';

-- The charges of a store by amount, largest or smallest first; and those of one amount, newest first, read backwards.
drop index concurrently if exists charges_amount_order_idx;
create index concurrently charges_amount_order_idx on charges (store_id, dev_mode, amount_cents, sort_key);

-- The same columns with the last one the other way round.
drop index concurrently if exists charges_amount_idx;
