set local lock_timeout = '5s';

-- The accounts at banks that send production payouts of stores, by the API of each bank. A table of its own: a version that knows
-- none then finds no account, and never takes these settings for those of another provider.
create table bank_accounts (
  store_id text not null,
  -- As libs/core/src/pix-banks names it.
  bank text not null,
  -- bank: and a fingerprint of host and paying key: stored with what is sent through it, so that no other account is read about it.
  name text not null,
  -- Addresses, credentials, certificate and key, as one JSON object; sealed.
  settings_sealed bytea not null,
  -- Last part of an address of this account: looked up by its fingerprint, shown from the sealed text.
  segment_fingerprint bytea not null,
  segment_sealed bytea not null,
  owner text not null,
  certificate_expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint bank_accounts_pkey primary key (store_id),
  constraint bank_accounts_owner_check check (owner in ('MERCHANT', 'OPERATOR'))
);

-- A bank that calls an address of its own for what is sent names the account only by the segment.
create unique index bank_accounts_segment_idx on bank_accounts (segment_fingerprint);
