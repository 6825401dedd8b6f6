-- no-transaction
set lock_timeout = '5s';

-- The payments of a link among very many codes that its visitors never paid.
drop index concurrently if exists charges_checkout_paid_idx;
create index concurrently charges_checkout_paid_idx on charges (store_id, dev_mode, checkout_id, sort_key desc)
  where checkout_id is not null and paid_at is not null;
