-- no-transaction
set lock_timeout = '5s';

-- Lists of payment links: a store with a million checkouts and ten links must not read them all. Small, since
-- checkouts, which are most rows, are not in it.
drop index concurrently if exists checkouts_store_links_idx;
create index concurrently checkouts_store_links_idx on checkouts (store_id, dev_mode, id desc)
  where frequency = 'MULTIPLE_PAYMENTS';

-- Checkouts by the e-mail or tax id of a customer, who may be deleted since: the counterparts, for deleted rows only,
-- of the indexes on live customers.
drop index concurrently if exists customers_deleted_email_idx;
create index concurrently customers_deleted_email_idx on customers (store_id, dev_mode, email_folded)
  where deleted_at is not null;
drop index concurrently if exists customers_deleted_tax_id_idx;
create index concurrently customers_deleted_tax_id_idx on customers (store_id, dev_mode, tax_id_fingerprint)
  where deleted_at is not null;
