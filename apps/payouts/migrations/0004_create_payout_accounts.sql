set local lock_timeout = '5s';

-- Who sends a store's production payouts. Dev mode is simulated and has no row here.
create table payout_accounts (
  store_id text not null,
  -- Address, credentials and the key of the client certificate, as one JSON object; sealed.
  settings_sealed bytea not null,
  -- Last part of the address the provider calls: looked up by its fingerprint, shown from the sealed text.
  segment_fingerprint bytea not null,
  segment_sealed bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payout_accounts_pkey primary key (store_id)
);

-- A callback names its account only by the segment.
create unique index payout_accounts_segment_idx on payout_accounts (segment_fingerprint);
