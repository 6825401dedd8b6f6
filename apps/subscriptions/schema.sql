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

create table inbox (
  consumer text not null,
  event_id text not null,
  received_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (consumer, event_id)
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

create table schema_migrations (
  namespace text not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (namespace, name)
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
  constraint subscriptions_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint subscriptions_amount_check CHECK ((amount_cents >= 0)),
  constraint subscriptions_cancelled_check CHECK ((((status = 'CANCELLED'::text) = (canceled_at IS NOT NULL)) AND ((status = 'CANCELLED'::text) = (next_charge_at IS NULL)))),
  constraint subscriptions_cycle_check CHECK ((cycle = ANY (ARRAY['WEEKLY'::text, 'MONTHLY'::text, 'QUARTERLY'::text, 'SEMIANNUALLY'::text, 'ANNUALLY'::text]))),
  constraint subscriptions_method_check CHECK ((method = ANY (ARRAY['PIX'::text, 'CARD'::text]))),
  constraint subscriptions_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10000))),
  constraint subscriptions_retry_check CHECK ((((max_retry >= 1) AND (max_retry <= 10)) AND ((retry_every_days >= 1) AND (retry_every_days <= 30)))),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'CANCELLED'::text]))),
  constraint subscriptions_trial_check CHECK (((trial_days IS NULL) = (trial_ends_at IS NULL)))
);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX inbox_received_at_idx ON public.inbox USING btree (received_at);

CREATE UNIQUE INDEX subscriptions_active_key ON public.subscriptions USING btree (store_id, dev_mode, checkout_id, customer_id) WHERE (status = 'ACTIVE'::text);

CREATE INDEX subscriptions_checkout_idx ON public.subscriptions USING btree (store_id, dev_mode, checkout_id, id DESC);

CREATE INDEX subscriptions_customer_idx ON public.subscriptions USING btree (store_id, dev_mode, customer_id, id DESC);
