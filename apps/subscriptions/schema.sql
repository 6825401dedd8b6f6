create table clock_happenings (
  store_id text not null,
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  type text not null,
  subject_id text not null,
  constraint clock_happenings_pkey PRIMARY KEY (store_id, id)
);

create table cycle_attempts (
  store_id text not null,
  dev_mode boolean not null,
  subscription_id text not null,
  cycle_number integer not null,
  number integer not null,
  state text not null,
  scheduled_at timestamp with time zone not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  reason text,
  charge_id text,
  constraint cycle_attempts_pkey PRIMARY KEY (store_id, dev_mode, subscription_id, cycle_number, number),
  constraint cycle_attempts_ended_check CHECK (((state = 'STARTED'::text) = (ended_at IS NULL))),
  constraint cycle_attempts_reason_check CHECK (((state = 'FAILED'::text) = (reason IS NOT NULL))),
  constraint cycle_attempts_state_check CHECK ((state = ANY (ARRAY['STARTED'::text, 'PAID'::text, 'FAILED'::text, 'VOID'::text])))
);

create table cycles (
  store_id text not null,
  dev_mode boolean not null,
  subscription_id text not null,
  number integer not null,
  due_at timestamp with time zone not null,
  product_id text not null,
  quantity integer not null,
  unit_price_cents bigint not null,
  discount_cents bigint not null,
  usage_cents bigint not null,
  amount_cents bigint not null,
  status text not null,
  checkout_id text,
  charge_id text,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  coupons text[],
  carried_in_cents bigint default 0 not null,
  carried_out_cents bigint default 0 not null,
  constraint cycles_pkey PRIMARY KEY (store_id, dev_mode, subscription_id, number),
  constraint cycles_amount_check CHECK (((discount_cents >= 0) AND (usage_cents >= 0) AND (carried_in_cents >= 0) AND (carried_out_cents >= 0) AND (amount_cents >= 0) AND (amount_cents = (((((unit_price_cents * quantity) - discount_cents) + usage_cents) + carried_in_cents) - carried_out_cents)))) NOT VALID,
  constraint cycles_ended_check CHECK (((status = 'OPEN'::text) = (ended_at IS NULL))),
  constraint cycles_number_check CHECK ((number >= 1)),
  constraint cycles_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'PAID'::text, 'UNPAID'::text, 'SKIPPED'::text])))
);

create table erased_customers (
  store_id text not null,
  dev_mode boolean not null,
  customer_id text not null,
  recorded_at timestamp with time zone not null,
  swept_at timestamp with time zone,
  erased_at timestamp with time zone,
  constraint erased_customers_pkey PRIMARY KEY (store_id, dev_mode, customer_id)
);

create table idempotency_keys (
  store_id text not null,
  dev_mode boolean not null,
  operation text not null,
  key text not null,
  fingerprint text not null,
  response bytea,
  created_at timestamp with time zone not null,
  effect_id text,
  leased_until timestamp with time zone,
  constraint idempotency_keys_pkey PRIMARY KEY (store_id, dev_mode, operation, key)
);

create table last_payments (
  store_id text not null,
  dev_mode boolean not null,
  subscription_id text not null,
  customer_id text not null,
  payment json not null,
  constraint last_payments_pkey PRIMARY KEY (store_id, dev_mode, subscription_id)
);

create table outbox (
  id bigint generated always as identity not null,
  event_id text not null,
  topic text not null,
  key text not null,
  type text not null,
  payload text not null,
  headers json not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_event_id_key UNIQUE (event_id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=100000);

create table outbox_dead (
  id bigint not null,
  event_id text not null,
  topic text not null,
  key text not null,
  type text not null,
  payload text not null,
  headers json not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  reason text not null,
  died_at timestamp with time zone default now() not null,
  constraint outbox_dead_pkey PRIMARY KEY (id)
);

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
  requested_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  awaits_cycle boolean default false not null,
  constraint plan_changes_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint plan_changes_cycle_check CHECK ((cycle = ANY (ARRAY['WEEKLY'::text, 'MONTHLY'::text, 'QUARTERLY'::text, 'SEMIANNUALLY'::text, 'ANNUALLY'::text]))),
  constraint plan_changes_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10000))),
  constraint plan_changes_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPLIED'::text, 'CANCELLED'::text])))
);

create table recurring_revenue (
  store_id text not null,
  dev_mode boolean not null,
  mrr_twelfths numeric not null,
  active_subscriptions bigint not null,
  constraint recurring_revenue_pkey PRIMARY KEY (store_id, dev_mode),
  constraint recurring_revenue_not_negative_check CHECK (((mrr_twelfths >= (0)::numeric) AND (active_subscriptions >= 0)))
);

create table schema_migrations (
  namespace text not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (namespace, name)
);

create table store_clocks (
  store_id text not null,
  offset_ms bigint not null,
  advancing_until timestamp with time zone,
  advancing_since timestamp with time zone,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint store_clocks_pkey PRIMARY KEY (store_id),
  constraint store_clocks_offset_check CHECK ((offset_ms >= 0))
);

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
  trial_ends_at timestamp with time zone,
  anchor_at timestamp with time zone not null,
  next_charge_at timestamp with time zone,
  canceled_at timestamp with time zone,
  cancel_policy text,
  cancelled_due_to text,
  metadata json not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  unit_price_cents bigint default 0 not null,
  discount_cents bigint default 0 not null,
  agreed_coupons json default '[]'::json not null,
  step text not null,
  run_at timestamp with time zone,
  cycle_number integer default 1 not null,
  anchor_cycle integer default 0 not null,
  attempts integer default 0 not null,
  cycle_begun_at timestamp with time zone,
  stopped_reason text,
  is_recurring boolean default true not null,
  paused_at timestamp with time zone,
  resumes_at timestamp with time zone,
  ends_at timestamp with time zone,
  lead_days integer default 0 not null,
  recalls integer default 0 not null,
  announced_cycle integer default 0 not null,
  resume_from text,
  is_lapsed boolean default false not null,
  carried_cents bigint default 0 not null,
  card_replaced_at timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint subscriptions_amount_check CHECK ((amount_cents >= 0)),
  constraint subscriptions_begun_check CHECK (((attempts = 0) = (cycle_begun_at IS NULL))),
  constraint subscriptions_cancelled_check CHECK ((((status = 'CANCELLED'::text) = (canceled_at IS NOT NULL)) AND ((status = 'CANCELLED'::text) = (next_charge_at IS NULL)))),
  constraint subscriptions_cycle_check CHECK ((cycle = ANY (ARRAY['WEEKLY'::text, 'MONTHLY'::text, 'QUARTERLY'::text, 'SEMIANNUALLY'::text, 'ANNUALLY'::text]))),
  constraint subscriptions_discount_check CHECK (((discount_cents >= 0) AND (discount_cents <= amount_cents))),
  constraint subscriptions_ended_check CHECK (((status = 'CANCELLED'::text) = (step = ANY (ARRAY['END'::text, 'DONE'::text])))),
  constraint subscriptions_method_check CHECK ((method = ANY (ARRAY['PIX'::text, 'CARD'::text]))),
  constraint subscriptions_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10000))),
  constraint subscriptions_retry_check CHECK ((((max_retry >= 1) AND (max_retry <= 10)) AND ((retry_every_days >= 1) AND (retry_every_days <= 30)))),
  constraint subscriptions_run_at_check CHECK (((run_at IS NULL) = (step = 'DONE'::text))),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'CANCELLED'::text]))),
  constraint subscriptions_step_check CHECK ((step = ANY (ARRAY['WAIT'::text, 'CHARGE'::text, 'PAUSE'::text, 'CANCEL'::text, 'END'::text, 'DONE'::text]))),
  constraint subscriptions_trial_check CHECK (((trial_days IS NULL) = (trial_ends_at IS NULL)))
);

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
  recorded_at timestamp with time zone not null,
  amount_cents bigint,
  constraint usage_records_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint usage_records_action_check CHECK ((action = ANY (ARRAY['ADD'::text, 'SUBTRACT'::text]))),
  constraint usage_records_units_check CHECK (((units >= 1) AND (units <= '9999999999'::bigint)))
);

create table usage_totals (
  store_id text not null,
  dev_mode boolean not null,
  subscription_id text not null,
  cycle_number integer not null,
  product_id text not null,
  units bigint not null,
  amount_cents bigint not null,
  constraint usage_totals_pkey PRIMARY KEY (store_id, dev_mode, subscription_id, cycle_number, product_id),
  constraint usage_totals_not_negative_check CHECK (((units >= 0) AND (amount_cents >= 0)))
);

CREATE UNIQUE INDEX cycle_attempts_paid_key ON public.cycle_attempts USING btree (store_id, dev_mode, subscription_id, cycle_number) WHERE (state = 'PAID'::text);

CREATE UNIQUE INDEX cycle_attempts_started_key ON public.cycle_attempts USING btree (store_id, dev_mode, subscription_id) WHERE (state = 'STARTED'::text);

CREATE INDEX erased_customers_unswept_idx ON public.erased_customers USING btree (recorded_at) WHERE (swept_at IS NULL);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX last_payments_customer_idx ON public.last_payments USING btree (store_id, dev_mode, customer_id);

CREATE UNIQUE INDEX plan_changes_pending_key ON public.plan_changes USING btree (store_id, dev_mode, subscription_id) WHERE (status = 'PENDING'::text);

CREATE INDEX plan_changes_waiting_idx ON public.plan_changes USING btree (store_id, dev_mode, subscription_id) WHERE ((status = 'PENDING'::text) OR awaits_cycle);

CREATE INDEX store_clocks_changed_at_idx ON public.store_clocks USING btree (changed_at);

CREATE UNIQUE INDEX subscriptions_active_key ON public.subscriptions USING btree (store_id, dev_mode, checkout_id, customer_id) WHERE (status = 'ACTIVE'::text);

CREATE INDEX subscriptions_announce_clock_idx ON public.subscriptions USING btree (store_id, (((next_charge_at AT TIME ZONE 'UTC'::text) - make_interval(days =>
CASE
    WHEN ((cycle = ANY (ARRAY['SEMIANNUALLY'::text, 'ANNUALLY'::text])) AND (NOT ((cycle_number = 1) AND (trial_ends_at IS NOT NULL)))) THEN 7
    ELSE 3
END)) AT TIME ZONE 'UTC'::text)) WHERE (dev_mode AND (status = 'ACTIVE'::text) AND (step = ANY (ARRAY['WAIT'::text, 'CHARGE'::text])) AND (announced_cycle < cycle_number) AND (paused_at IS NULL) AND ((ends_at IS NULL) OR (ends_at > next_charge_at)) AND ((attempts - recalls) <=
CASE
    WHEN (step = 'CHARGE'::text) THEN 1
    ELSE 0
END) AND ((cycle <> 'WEEKLY'::text) OR ((cycle_number = 1) AND (trial_ends_at IS NOT NULL))));

CREATE INDEX subscriptions_announce_idx ON public.subscriptions USING btree ((((next_charge_at AT TIME ZONE 'UTC'::text) - make_interval(days =>
CASE
    WHEN ((cycle = ANY (ARRAY['SEMIANNUALLY'::text, 'ANNUALLY'::text])) AND (NOT ((cycle_number = 1) AND (trial_ends_at IS NOT NULL)))) THEN 7
    ELSE 3
END)) AT TIME ZONE 'UTC'::text)) WHERE ((status = 'ACTIVE'::text) AND (step = ANY (ARRAY['WAIT'::text, 'CHARGE'::text])) AND (announced_cycle < cycle_number) AND (paused_at IS NULL) AND ((ends_at IS NULL) OR (ends_at > next_charge_at)) AND ((attempts - recalls) <=
CASE
    WHEN (step = 'CHARGE'::text) THEN 1
    ELSE 0
END) AND ((cycle <> 'WEEKLY'::text) OR ((cycle_number = 1) AND (trial_ends_at IS NOT NULL))));

CREATE INDEX subscriptions_checkout_status_idx ON public.subscriptions USING btree (store_id, dev_mode, checkout_id, status, id DESC);

CREATE INDEX subscriptions_customer_idx ON public.subscriptions USING btree (store_id, dev_mode, customer_id, id DESC);

CREATE INDEX subscriptions_external_status_idx ON public.subscriptions USING btree (store_id, dev_mode, external_id, status, id DESC) WHERE (external_id IS NOT NULL);

CREATE INDEX subscriptions_past_due_idx ON public.subscriptions USING btree (store_id, dev_mode, id DESC) WHERE ((status = 'ACTIVE'::text) AND ((attempts - recalls) >
CASE
    WHEN (step = 'WAIT'::text) THEN 0
    ELSE 1
END));

CREATE INDEX subscriptions_run_at_idx ON public.subscriptions USING btree (run_at) WHERE (run_at IS NOT NULL);

CREATE INDEX subscriptions_status_idx ON public.subscriptions USING btree (store_id, dev_mode, status, id DESC);

CREATE INDEX subscriptions_wake_idx ON public.subscriptions USING btree (store_id, step, LEAST(next_charge_at, ends_at, resumes_at)) WHERE (dev_mode AND (run_at IS NOT NULL));

CREATE INDEX usage_records_product_idx ON public.usage_records USING btree (store_id, dev_mode, subscription_id, product_id, id DESC);
