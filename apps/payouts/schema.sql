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

create table payouts (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  kind text not null,
  status text not null,
  external_id text not null,
  amount_cents bigint not null,
  platform_fee_cents bigint not null,
  pix_key_type text not null,
  masked_pix_key text not null,
  description text,
  receipt_url text,
  end_to_end_id text,
  failure_reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payouts_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint payouts_external_id_key UNIQUE (store_id, dev_mode, kind, external_id),
  constraint payouts_amount_check CHECK ((amount_cents > 0)),
  constraint payouts_kind_check CHECK ((kind = ANY (ARRAY['WITHDRAW'::text, 'TRANSFER'::text]))),
  constraint payouts_pix_key_type_check CHECK ((pix_key_type = ANY (ARRAY['CPF'::text, 'CNPJ'::text, 'PHONE'::text, 'EMAIL'::text, 'RANDOM'::text, 'BR_CODE'::text]))),
  constraint payouts_platform_fee_check CHECK ((platform_fee_cents >= 0)),
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETE'::text, 'FAILED'::text, 'CANCELLED'::text])))
);

create table schema_migrations (
  namespace text not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (namespace, name)
);

create table store_settings (
  store_id text not null,
  holder_tax_id_sealed bytea not null,
  payout_fee_cents bigint not null,
  updated_at timestamp with time zone not null,
  constraint store_settings_pkey PRIMARY KEY (store_id),
  constraint store_settings_payout_fee_check CHECK ((payout_fee_cents >= 0))
);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX inbox_received_at_idx ON public.inbox USING btree (received_at);
