set local lock_timeout = '5s';

-- Checkouts of subscriptions, and (frequency CYCLE) the checkout that each cycle of a subscription has of its own.
alter table checkouts
  add column trial_days integer constraint checkouts_trial_days_check check (trial_days between 1 and 90),
  add column max_retry integer constraint checkouts_max_retry_check check (max_retry between 1 and 10),
  add column retry_every_days integer constraint checkouts_retry_every_check check (retry_every_days between 1 and 30),
  add column subscription_id text,
  add column cycle_number integer constraint checkouts_cycle_number_check check (cycle_number >= 1),
  drop constraint checkouts_frequency_check,
  add constraint checkouts_frequency_check
    check (frequency in ('ONE_TIME', 'MULTIPLE_PAYMENTS', 'SUBSCRIPTION', 'CYCLE')) not valid,
  add constraint checkouts_cycle_check
    check ((frequency = 'CYCLE') = (subscription_id is not null and cycle_number is not null)) not valid;
alter table checkouts validate constraint checkouts_frequency_check;
alter table checkouts validate constraint checkouts_cycle_check;

-- A cycle has one checkout, however often its charge is tried.
create unique index checkouts_cycle_idx on checkouts (subscription_id, cycle_number) where frequency = 'CYCLE';

alter table charges
  -- The subscription that this charge starts or renews.
  add column subscription_id text,
  drop constraint charges_origin_checkout_check,
  add constraint charges_origin_checkout_check
    check ((origin <> 'TRANSPARENT') = (checkout_id is not null)) not valid;
alter table charges validate constraint charges_origin_checkout_check;

-- What billing keeps of a subscription: who pays and with what. When and how much is the subscriptions service's.
-- STARTING until the first payment (or, for a trial, the card) was accepted; REFUSED when it was not.
create table agreements (
  subscription_id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  checkout_id text not null references checkouts (id),
  customer_id text not null references customers (id),
  method text not null constraint agreements_method_check check (method in ('PIX', 'CARD')),
  card_id text,
  status text not null
    constraint agreements_status_check check (status in ('STARTING', 'ACTIVE', 'REFUSED', 'ENDED')),
  -- Of the first payment; null for a trial and where coupons took everything.
  charge_id text,
  -- The coupons as they were: their discount repeats every cycle, whatever becomes of them.
  coupons jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint agreements_card_check check ((method = 'CARD') = (card_id is not null))
);

-- A customer subscribes once through one checkout, however often they pay at once.
create unique index agreements_active_idx on agreements (checkout_id, customer_id) where status = 'ACTIVE';

-- One try to collect a cycle, by the id its asker gave it: asked again it is the same try. One that was voided before
-- it began refuses to begin.
create table cycle_attempts (
  attempt_id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  subscription_id text not null,
  -- Null while voided before it began, and where there was nothing to collect.
  charge_id text,
  checkout_id text,
  -- Until when a process that may be asking the provider is taken to be alive (real time).
  sending_until timestamptz,
  voided_at timestamptz,
  created_at timestamptz not null
);
