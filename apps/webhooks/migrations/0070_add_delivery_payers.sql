-- no-transaction
set lock_timeout = '5s';

-- The reference of the payer whom the body names beside its customer or without one; see PayerSnapshot.ref.
alter table deliveries add column if not exists payer_ref text;

-- An erasure and an export read the deliveries of one payer, in order. Few deliveries have one.
drop index concurrently if exists deliveries_payer_idx;
create index concurrently deliveries_payer_idx on deliveries (store_id, dev_mode, payer_ref, id)
  where payer_ref is not null;
