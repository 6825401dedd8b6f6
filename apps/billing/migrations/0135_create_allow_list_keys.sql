set local lock_timeout = '5s';

-- The key under which the list of a store names the Pix keys that money may go to (docs/behaviour/payouts.md#limit-list).
-- The ledger has the names alone, so that neither database can tell a Pix key from the list.
create table allow_list_keys (
  store_id text not null,
  key_sealed bytea not null,
  constraint allow_list_keys_pkey primary key (store_id)
);
