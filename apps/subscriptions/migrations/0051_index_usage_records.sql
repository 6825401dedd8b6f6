-- no-transaction
set lock_timeout = '5s';

-- What was used of a product in a subscription, newest first: units are taken back at the price of those added last.
drop index concurrently if exists usage_records_product_idx;
create index concurrently usage_records_product_idx
  on usage_records (store_id, dev_mode, subscription_id, product_id, id desc);
