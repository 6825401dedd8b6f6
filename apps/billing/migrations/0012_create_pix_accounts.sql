set local lock_timeout = '5s';

-- Who receives a store's production Pix. Dev mode is simulated and has no row here.
create table pix_accounts (
  store_id text primary key,
  -- Addresses, credentials and the key of the client certificate, as one JSON object; sealed.
  settings_sealed bytea not null,
  -- Last part of the address the bank calls: looked up by its fingerprint, shown to the bank from the sealed text.
  segment_fingerprint bytea not null,
  segment_sealed bytea not null,
  -- Of the client certificate: the first thing that stops an account from working.
  certificate_expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- A bank's callback names its account only by the segment.
create unique index pix_accounts_segment_idx on pix_accounts (segment_fingerprint);

-- Production Pix charges whose truth is to be read from the bank: after a callback, and now and then without one.
create table pix_syncs (
  store_id text not null,
  txid text not null,
  run_at timestamptz not null,
  -- Failed runs in a row.
  attempts integer not null default 0,
  -- Changes with every request and every claim, so that a run never ends a request that came meanwhile.
  revision bigint not null default 1,
  -- The last time somebody asked for it; one that never succeeds is given up long after.
  requested_at timestamptz not null,
  -- A bank may name a txid of another store or of nobody, so the charge is no foreign key.
  primary key (store_id, txid)
);

-- The job's queue.
create index pix_syncs_run_at_idx on pix_syncs (run_at);
