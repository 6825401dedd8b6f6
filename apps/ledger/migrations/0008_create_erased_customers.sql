set local lock_timeout = '5s';

-- Customers whose personal data must not be kept: a statement line written later has their id only.
-- swept_at is set once lines written at the same moment as the erasure were looked for, too.
create table erased_customers (
  store_id text not null,
  dev_mode boolean not null,
  customer_id text not null,
  erased_at timestamptz not null,
  recorded_at timestamptz not null,
  swept_at timestamptz,
  constraint erased_customers_pkey primary key (store_id, dev_mode, customer_id)
);

-- The few that wait for their sweep, oldest first.
create index erased_customers_unswept_idx on erased_customers (recorded_at) where swept_at is null;
