set local lock_timeout = '5s';

-- What payouts must know of a store, for both environments. The holder's tax id is sealed: it is only
-- compared with the owner of a key, never searched or shown.
create table store_settings (
  store_id text not null,
  holder_tax_id_sealed bytea not null,
  payout_fee_cents bigint not null,
  updated_at timestamptz not null,
  constraint store_settings_pkey primary key (store_id),
  constraint store_settings_payout_fee_check check (payout_fee_cents >= 0)
);
