set local lock_timeout = '5s';

-- Another product or quantity from the next cycle on; the price is the one of the request.
create table plan_changes (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  subscription_id text not null,
  status text not null,
  product_id text not null,
  quantity integer not null,
  unit_price_cents bigint not null,
  cycle text not null,
  requested_at timestamptz not null,
  updated_at timestamptz not null,
  constraint plan_changes_pkey primary key (store_id, dev_mode, id),
  constraint plan_changes_status_check check (status in ('PENDING', 'APPLIED', 'CANCELLED')),
  constraint plan_changes_quantity_check check (quantity between 1 and 10000),
  constraint plan_changes_cycle_check check (cycle in ('WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUALLY', 'ANNUALLY'))
);

-- One change waits at a time; also finds it when the cycle begins.
create unique index plan_changes_pending_key on plan_changes (store_id, dev_mode, subscription_id)
  where status = 'PENDING';
