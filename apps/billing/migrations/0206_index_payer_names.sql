-- no-transaction
set lock_timeout = '5s';

-- The charges that somebody paid, by the beginning of their name (docs/behaviour/charges.md#charge-search). By bytes, whatever the
-- collation of the database. An erasure clears the name, and its entry with it.
drop index concurrently if exists charges_payer_name_idx;
create index concurrently charges_payer_name_idx
  on charges (store_id, dev_mode, (fold_name(payer_name) collate "C"), sort_key desc) where payer_name is not null;
