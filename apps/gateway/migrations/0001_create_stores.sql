set local lock_timeout = '5s';

-- The merchants. A store spans both environments; its settings live in the services that use them.
create table stores (
  id text collate "C" primary key,
  name text not null,
  website text not null,
  -- CPF or CNPJ of the holder, sealed: only the use case that tells payouts about it opens it.
  tax_id_sealed bytea not null,
  status text not null,
  -- Requests a second of each key: null = the gateway's default, 0 = no limit.
  rate_limit_per_second integer,
  created_at timestamptz not null,
  constraint stores_status check (status in ('CREATING', 'ACTIVE')),
  constraint stores_name_length check (length(name) between 1 and 200),
  constraint stores_website_length check (length(website) <= 2048),
  constraint stores_rate_limit check (rate_limit_per_second >= 0)
);
