set local lock_timeout = '5s';

-- One row per Idempotency-Key, written in the transaction of the effect it stands for.
create table idempotency_keys (
  store_id text not null,
  dev_mode boolean not null,
  operation text not null,
  key text not null,
  fingerprint text not null,
  -- Null only inside the transaction that is still doing the work.
  response bytea,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (store_id, dev_mode, operation, key)
);

-- The hourly purge of rows older than 72 hours walks it from its old end. Not by store: the purge serves all.
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
