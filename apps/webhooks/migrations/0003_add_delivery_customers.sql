-- no-transaction
set lock_timeout = '5s';

-- Whom the body names; null when it names nobody, or somebody whose data was erased before it was rendered.
alter table deliveries add column if not exists customer_id text;

-- An erasure reads the deliveries of one customer, in order. Deliveries that name nobody are not in it.
drop index concurrently if exists deliveries_customer_idx;
create index concurrently deliveries_customer_idx on deliveries (store_id, dev_mode, customer_id, id)
  where customer_id is not null;

-- Customers whose personal data was erased: kept, because facts that were recorded before may come after.
create table if not exists erased_customers (
  store_id text not null,
  dev_mode boolean not null,
  customer_id text not null,
  -- Store time of the erasure.
  erased_at timestamptz not null,
  -- Bodies up to and including this delivery are blank: an interrupted erasure goes on from here.
  swept_to text not null default '',
  constraint erased_customers_pkey primary key (store_id, dev_mode, customer_id)
);
