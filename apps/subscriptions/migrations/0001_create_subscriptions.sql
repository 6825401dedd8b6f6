set local lock_timeout = '5s';

-- A customer's standing order for a product. The anchor is the instant the schedule is counted from;
-- the n-th due instant keeps its local time of day.
create table subscriptions (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  checkout_id text not null,
  customer_id text not null,
  external_id text,
  product_id text not null,
  quantity integer not null,
  amount_cents bigint not null,
  method text not null,
  status text not null,
  cycle text not null,
  coupons text[] not null,
  max_retry integer not null,
  retry_every_days integer not null,
  trial_days integer,
  trial_ends_at timestamptz,
  anchor_at timestamptz not null,
  next_charge_at timestamptz,
  canceled_at timestamptz,
  cancel_policy text,
  cancelled_due_to text,
  metadata json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Also the list index: ids are time-ordered, so newest first is this key read backwards.
  constraint subscriptions_pkey primary key (store_id, dev_mode, id),
  constraint subscriptions_quantity_check check (quantity between 1 and 10000),
  constraint subscriptions_amount_check check (amount_cents >= 0),
  constraint subscriptions_method_check check (method in ('PIX', 'CARD')),
  constraint subscriptions_status_check check (status in ('ACTIVE', 'CANCELLED')),
  constraint subscriptions_cycle_check check (cycle in ('WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUALLY', 'ANNUALLY')),
  constraint subscriptions_retry_check check (max_retry between 1 and 10 and retry_every_days between 1 and 30),
  constraint subscriptions_trial_check check ((trial_days is null) = (trial_ends_at is null)),
  -- A cancelled subscription is charged no more; an active one always has a next charge.
  constraint subscriptions_cancelled_check check (
    (status = 'CANCELLED') = (canceled_at is not null) and (status = 'CANCELLED') = (next_charge_at is null)
  )
);

-- A customer has at most one ACTIVE subscription of a checkout (decisions 10); also finds by checkout.
create unique index subscriptions_active_key on subscriptions (store_id, dev_mode, checkout_id, customer_id)
  where status = 'ACTIVE';
-- The list of one customer's subscriptions.
create index subscriptions_customer_idx on subscriptions (store_id, dev_mode, customer_id, id desc);
-- The list of one checkout's subscriptions, cancelled ones included.
create index subscriptions_checkout_idx on subscriptions (store_id, dev_mode, checkout_id, id desc);
