-- no-transaction
set lock_timeout = '5s';

-- Stands for the tax id of a payer who is not the customer, so that an erasure and an export find the payment. Null when
-- the payer is the customer, is not known by a tax id, or is erased.
alter table charges add column if not exists payer_ref text;

-- The payments of one payer who is not the customer. Few charges have one.
drop index concurrently if exists charges_payer_idx;
create index concurrently charges_payer_idx on charges (store_id, dev_mode, payer_ref, id) where payer_ref is not null;

-- What one customer was charged: for the export and the erasure of a person.
drop index concurrently if exists charges_customer_idx;
create index concurrently charges_customer_idx on charges (store_id, dev_mode, customer_id, id)
  where customer_id is not null;

-- The cards of a customer's subscriptions, also of one that has charged nothing yet.
drop index concurrently if exists agreements_customer_idx;
create index concurrently agreements_customer_idx on agreements (store_id, dev_mode, customer_id);

-- Persons whose data is being erased or was: no row is deleted, because the answer to a repeated request is in it.
create table if not exists erasures (
  store_id text not null,
  dev_mode boolean not null,
  -- Id of the customer, or the payer_ref of charges.
  id text not null,
  -- Store time. Of a payer, what was paid later is not erased.
  requested_at timestamptz not null,
  recorded_at timestamptz not null,
  -- When the next pass is due, real time; null after the last.
  run_at timestamptz,
  constraint erasures_pkey primary key (store_id, dev_mode, id)
);

-- Erasures that are not complete.
drop index concurrently if exists erasures_run_at_idx;
create index concurrently erasures_run_at_idx on erasures (run_at) where run_at is not null;
