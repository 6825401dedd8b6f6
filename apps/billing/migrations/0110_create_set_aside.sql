set local lock_timeout = '5s';

-- Rows at which a job failed by a fault that is not the database's: it goes on with the others, and tries each again at
-- run_at, later every time.
create table set_aside (
  store_id text not null,
  dev_mode boolean not null,
  -- CHARGE_EXPIRY, CHECKOUT_EXPIRY, ERASURE or SIMULATED_DISPUTE.
  job text not null,
  -- Of the row: a charge, a checkout, a person's key or the charge of a dispute.
  id text not null,
  failures int not null,
  since timestamptz not null,
  run_at timestamptz not null,
  primary key (store_id, dev_mode, job, id)
);

-- The purge of rows that have gone another way since.
create index set_aside_run_at_idx on set_aside (run_at);
