-- no-transaction
set lock_timeout = '5s';

-- Every charge of a store, of one origin or of all (one part for each). Replaces the index of transparent ones, which
-- were most of its rows: a transparent charge has as many entries as before, the others one more.
drop index concurrently if exists charges_store_origin_idx;
create index concurrently charges_store_origin_idx on charges (store_id, dev_mode, origin, sort_key desc);
drop index concurrently if exists charges_store_transparent_idx;

-- The same by status, by method or by both. Replaces that of transparent ones.
drop index concurrently if exists charges_store_status_idx;
create index concurrently charges_store_status_idx on charges (store_id, dev_mode, origin, status, method, sort_key desc);
drop index concurrently if exists charges_store_list_idx;

-- The charges of a customer, newest first. Replaces the index by id, whose order nobody reads.
drop index concurrently if exists charges_customer_list_idx;
create index concurrently charges_customer_list_idx on charges (store_id, dev_mode, customer_id, sort_key desc)
  where customer_id is not null;
drop index concurrently if exists charges_customer_idx;

-- The charges of a subscription, newest first; only those are in it.
drop index concurrently if exists charges_subscription_idx;
create index concurrently charges_subscription_idx on charges (store_id, dev_mode, subscription_id, sort_key desc)
  where subscription_id is not null;
