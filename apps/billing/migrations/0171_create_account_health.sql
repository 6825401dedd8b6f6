set local lock_timeout = '5s';

-- How the accounts of stores have answered new payments, as every process has seen it: one row an account and method. A hint for
-- the order, which decides nothing about money, so it is not logged and a crash of the database forgets it.
create unlogged table account_health (
  store_id text not null,
  -- As charges name it.
  provider text not null,
  method text not null,
  -- Payments that were asked for, of them those that failed, and how long all took, within five minutes from `window_at`.
  window_at timestamptz not null,
  asked integer not null,
  failed integer not null,
  took_ms bigint not null,
  -- The same of the five minutes before.
  asked_before integer not null default 0,
  failed_before integer not null default 0,
  took_ms_before bigint not null default 0,
  -- Failures in a row, of all processes.
  failures integer not null,
  -- New payments go to others first, from the first to the second; null: they do not.
  rests_from timestamptz,
  rests_until timestamptz,
  -- When it last failed and how; null where it has made a payment since.
  failed_at timestamptz,
  failure text,
  -- By the database's clock: what a process has not read yet.
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, provider, method)
);

-- What changed since a process last read.
create index account_health_updated_at_idx on account_health (updated_at);
