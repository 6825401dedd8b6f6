set local lock_timeout = '5s';

-- The store's account at Asaas. Dev mode is simulated and has no row here.
create table asaas_accounts (
  store_id text primary key,
  -- Key, environment and methods, as one JSON object; sealed.
  settings_sealed bytea not null,
  -- Last part of the address that Asaas calls: looked up by its fingerprint, shown from the sealed text.
  segment_fingerprint bytea not null,
  segment_sealed bytea not null,
  -- The token that Asaas's calls carry, and the id of our webhook there, as one JSON object; sealed.
  webhook_sealed bytea not null,
  -- Asaas's id of the account's wallet: it stays when keys are renewed, so open refunds are read where they were sent.
  account_id text not null,
  owner text not null constraint asaas_accounts_owner_check check (owner in ('MERCHANT', 'OPERATOR')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- A callback names its account only by the segment.
create unique index asaas_accounts_segment_idx on asaas_accounts (segment_fingerprint);

-- What was told of payments, by the id of an event or by a payment and its state, so that a repeat asks for nothing.
create table asaas_events (
  store_id text not null,
  -- evt_…, or pay_… and the state.
  id text not null,
  received_at timestamptz not null,
  primary key (store_id, id)
);

-- The purge, which goes by age.
create index asaas_events_received_at_idx on asaas_events (received_at);

-- What is to be read from Asaas: after an event, at the end of a charge, and the list of what was paid now and then.
create table asaas_syncs (
  store_id text not null,
  -- PAYMENT: one charge. PAID: the list of what was paid in the whole account.
  kind text not null constraint asaas_syncs_kind_check check (kind in ('PAYMENT', 'PAID')),
  -- Our reference of the charge there: txid or charge id; the store's id for the whole account.
  object_id text not null,
  run_at timestamptz not null,
  -- Failed runs in a row.
  attempts integer not null default 0,
  -- Changes with every request and every claim, so that a run never ends a request that came meanwhile.
  revision bigint not null default 1,
  -- The last time somebody asked for it; one that never succeeds is given up long after.
  requested_at timestamptz not null,
  primary key (store_id, kind, object_id)
);

-- The job's queue.
create index asaas_syncs_run_at_idx on asaas_syncs (run_at);
