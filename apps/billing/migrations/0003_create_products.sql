set local lock_timeout = '5s';

create table products (
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  external_id text not null,
  name text not null,
  description text not null,
  price_cents bigint not null constraint products_price_check check (price_cents >= 1),
  currency text not null constraint products_currency_check check (currency = 'BRL'),
  cycle text constraint products_cycle_check
    check (cycle in ('WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUALLY', 'ANNUALLY')),
  trial_days integer constraint products_trial_days_check check (trial_days between 1 and 90),
  image_url text,
  has_file boolean not null default false,
  status text not null constraint products_status_check check (status in ('ACTIVE', 'INACTIVE')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deletes are soft: checkouts refer to the product and its id stays a valid cursor.
  deleted_at timestamptz,
  constraint products_trial_needs_cycle_check check (trial_days is null or cycle is not null)
);

-- Lists, newest first, and their cursors.
create index products_store_id_idx on products (store_id, dev_mode, id desc);

-- One live product per external id, also under parallel creates; checkouts find products by it.
create unique index products_store_external_id_idx on products (store_id, dev_mode, external_id)
  where deleted_at is null;
