-- no-transaction
set lock_timeout = '5s';

-- The customers whose name begins with what is typed, in the order of names.
drop index concurrently if exists customers_store_name_idx;
create index concurrently customers_store_name_idx on customers (store_id, dev_mode, name_folded text_pattern_ops, id)
  where deleted_at is null and name_folded is not null;
