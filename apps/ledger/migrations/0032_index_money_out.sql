-- no-transaction
set lock_timeout = '5s';

-- What left a store in a day and a night. Nothing in it ever changes, so that a hold that ends leaves it alone.
drop index concurrently if exists holds_money_out_idx;
create index concurrently holds_money_out_idx on holds (store_id, dev_mode, created_at)
  where purpose in ('WITHDRAW', 'TRANSFER') or to_key;
