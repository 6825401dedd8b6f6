set local lock_timeout = '5s';

-- Units of pay-as-you-go products as they were reported; `units` is always positive, `action` says the direction.
create table usage_records (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  subscription_id text not null,
  cycle_number integer not null,
  product_id text not null,
  units bigint not null,
  unit_price_cents bigint not null,
  action text not null,
  recorded_at timestamptz not null,
  constraint usage_records_pkey primary key (store_id, dev_mode, id),
  constraint usage_records_units_check check (units between 1 and 1000000),
  constraint usage_records_action_check check (action in ('ADD', 'SUBTRACT'))
);

-- Their sums, which the cycle's first attempt takes; kept in the transaction of each record.
create table usage_totals (
  store_id text not null,
  dev_mode boolean not null,
  subscription_id text not null,
  cycle_number integer not null,
  product_id text not null,
  units bigint not null,
  amount_cents bigint not null,
  constraint usage_totals_pkey primary key (store_id, dev_mode, subscription_id, cycle_number, product_id),
  constraint usage_totals_not_negative_check check (units >= 0 and amount_cents >= 0)
);
