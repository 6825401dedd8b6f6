set local lock_timeout = '5s';

-- How many calls this service has made of each account at Asaas, which allows 25,000 in twelve hours. Of accounts, not of stores:
-- several stores may share one.
create table asaas_calls (
  account text not null,
  -- Of the ten minutes in which they were made.
  started_at timestamptz not null,
  calls integer not null,
  constraint asaas_calls_pkey primary key (account, started_at)
);

-- The sum of twelve hours, and the purge.
create index asaas_calls_started_at_idx on asaas_calls (started_at);
