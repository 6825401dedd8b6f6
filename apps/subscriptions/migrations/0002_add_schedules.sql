set local lock_timeout = '5s';

-- What a subscription pays each cycle, and where it stands in its schedule. `step` says what is to be done next and
-- `run_at` when, in real time: WAIT for the next charge, CHARGE (an attempt is under way; run_at is its lease),
-- CANCEL (decided, the attempt under way is still to be voided), END (cancelled, billing is still to be told), DONE.
alter table subscriptions
  add column unit_price_cents bigint not null default 0,
  add column discount_cents bigint not null default 0,
  -- [{code, kind, discount}], as they were at the start; `coupons` has their codes for the release before this one.
  add column agreed_coupons json not null default '[]',
  add column step text not null default 'WAIT',
  add column run_at timestamptz,
  -- The cycle that is collected next or now; 1 is the first charge that this service asks for.
  add column cycle_number integer not null default 1,
  -- The cycle that the anchor's own instant belongs to: 0 without a trial.
  add column anchor_cycle integer not null default 0,
  -- Attempts begun for the cycle, and when the first of them was; null until then.
  add column attempts integer not null default 0,
  add column cycle_begun_at timestamptz,
  -- Why the card is not sent again; null when it may be.
  add column stopped_reason text,
  -- False during a trial: such a subscription is active but not revenue.
  add column is_recurring boolean not null default true;

update subscriptions set
  step = case status when 'ACTIVE' then 'WAIT' else 'DONE' end,
  run_at = next_charge_at,
  is_recurring = status = 'ACTIVE';

alter table subscriptions
  alter column step drop default,
  add constraint subscriptions_step_check check (step in ('WAIT', 'CHARGE', 'CANCEL', 'END', 'DONE')),
  add constraint subscriptions_ended_check check ((status = 'CANCELLED') = (step in ('END', 'DONE'))),
  add constraint subscriptions_run_at_check check ((run_at is null) = (step = 'DONE')),
  add constraint subscriptions_begun_check check ((attempts = 0) = (cycle_begun_at is null)),
  add constraint subscriptions_discount_check check (discount_cents between 0 and amount_cents);

-- What is due, oldest first, for the scheduler of all stores: as fast with a million waiting as with none.
create index subscriptions_run_at_idx on subscriptions (run_at) where run_at is not null;
-- Test clock: what of a store falls due next, and what of it is under way. Production has no test clock.
create index subscriptions_clock_idx on subscriptions (store_id, step, next_charge_at) where dev_mode and run_at is not null;
-- The list of one status; with a checkout or an external id the list is merged from one range for each status, so
-- that the newest ACTIVE one is found at once among any number of cancelled ones.
create index subscriptions_status_idx on subscriptions (store_id, dev_mode, status, id desc);
create index subscriptions_checkout_status_idx on subscriptions (store_id, dev_mode, checkout_id, status, id desc);
create index subscriptions_external_status_idx on subscriptions (store_id, dev_mode, external_id, status, id desc)
  where external_id is not null;
drop index subscriptions_checkout_idx;

-- One row for each cycle that was begun: what it costs, fixed at its first attempt so that retries ask for the same.
create table cycles (
  store_id text not null,
  dev_mode boolean not null,
  subscription_id text not null,
  number integer not null,
  due_at timestamptz not null,
  product_id text not null,
  quantity integer not null,
  unit_price_cents bigint not null,
  discount_cents bigint not null,
  usage_cents bigint not null,
  -- What is collected.
  amount_cents bigint not null,
  status text not null,
  checkout_id text,
  charge_id text,
  begun_at timestamptz not null,
  ended_at timestamptz,
  constraint cycles_pkey primary key (store_id, dev_mode, subscription_id, number),
  constraint cycles_number_check check (number >= 1),
  constraint cycles_status_check check (status in ('OPEN', 'PAID', 'UNPAID')),
  constraint cycles_ended_check check ((status = 'OPEN') = (ended_at is null)),
  constraint cycles_amount_check check (
    discount_cents >= 0 and usage_cents >= 0 and amount_cents >= 0
    and amount_cents = unit_price_cents * quantity - discount_cents + usage_cents
  )
);

-- One row for each attempt to collect a cycle, written and committed before billing is asked. Billing knows it as
-- `<subscription>:<cycle>:<number>`.
create table cycle_attempts (
  store_id text not null,
  dev_mode boolean not null,
  subscription_id text not null,
  cycle_number integer not null,
  number integer not null,
  state text not null,
  -- Store time: when it should have begun, began and ended.
  scheduled_at timestamptz not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  reason text,
  charge_id text,
  constraint cycle_attempts_pkey primary key (store_id, dev_mode, subscription_id, cycle_number, number),
  constraint cycle_attempts_state_check check (state in ('STARTED', 'PAID', 'FAILED', 'VOID')),
  constraint cycle_attempts_ended_check check ((state = 'STARTED') = (ended_at is null)),
  constraint cycle_attempts_reason_check check ((state = 'FAILED') = (reason is not null))
);

-- At most one attempt of a subscription is under way, and a cycle is paid by one attempt only.
create unique index cycle_attempts_started_key on cycle_attempts (store_id, dev_mode, subscription_id)
  where state = 'STARTED';
create unique index cycle_attempts_paid_key on cycle_attempts (store_id, dev_mode, subscription_id, cycle_number)
  where state = 'PAID';

-- What a subscription was last paid with, as its facts carry it. The only copy of personal data here: customer.erased
-- takes the person out of it.
create table last_payments (
  store_id text not null,
  dev_mode boolean not null,
  subscription_id text not null,
  customer_id text not null,
  payment json not null,
  constraint last_payments_pkey primary key (store_id, dev_mode, subscription_id)
);

-- The copies of one customer, for an erasure.
create index last_payments_customer_idx on last_payments (store_id, dev_mode, customer_id);

-- Customers whose personal data must not be kept: a payment written later has the id only. swept_at is set once
-- payments written at the same moment as the erasure were looked for, too.
create table erased_customers (
  store_id text not null,
  dev_mode boolean not null,
  customer_id text not null,
  recorded_at timestamptz not null,
  swept_at timestamptz,
  constraint erased_customers_pkey primary key (store_id, dev_mode, customer_id)
);

-- The few that wait for their sweep, oldest first.
create index erased_customers_unswept_idx on erased_customers (recorded_at) where swept_at is null;
