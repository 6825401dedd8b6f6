set local lock_timeout = '5s';

-- Who takes a store's production cards and boletos. Dev mode is simulated and has no row here.
create table stripe_accounts (
  store_id text primary key,
  -- Keys and webhook secret, as one JSON object; sealed.
  settings_sealed bytea not null,
  -- Last part of the address that Stripe calls: looked up by its fingerprint, shown from the sealed text.
  segment_fingerprint bytea not null,
  segment_sealed bytea not null,
  -- Stripe's id of the account (acct_…): it stays when keys are rolled, so open refunds are read where they were sent.
  account_id text not null,
  -- False in Stripe's test mode.
  live_mode boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- A callback names its account only by the segment.
create unique index stripe_accounts_segment_idx on stripe_accounts (segment_fingerprint);
