create table allow_list_keys (
  store_id text not null,
  key_sealed bytea not null,
  constraint allow_list_keys_pkey PRIMARY KEY (store_id)
);

create table asaas_accounts (
  store_id text not null,
  name text not null,
  settings_sealed bytea not null,
  segment_fingerprint bytea not null,
  segment_sealed bytea not null,
  owner text not null,
  asked_at timestamp with time zone,
  stopped_at timestamp with time zone,
  lookup_tokens integer not null,
  lookup_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint asaas_accounts_pkey PRIMARY KEY (store_id),
  constraint asaas_accounts_owner_check CHECK ((owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text])))
);

create table asaas_calls (
  account text not null,
  started_at timestamp with time zone not null,
  calls integer not null,
  constraint asaas_calls_pkey PRIMARY KEY (account, started_at)
);

create table asaas_orders (
  store_id text not null,
  payout_id text not null,
  order_id text not null,
  bound_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  constraint asaas_orders_pkey PRIMARY KEY (store_id, payout_id)
);

create table bank_accounts (
  store_id text not null,
  bank text not null,
  name text not null,
  settings_sealed bytea not null,
  segment_fingerprint bytea not null,
  segment_sealed bytea not null,
  owner text not null,
  certificate_expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint bank_accounts_pkey PRIMARY KEY (store_id),
  constraint bank_accounts_owner_check CHECK ((owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text])))
);

create table bank_orders (
  store_id text not null,
  payout_id text not null,
  first_sent_at timestamp with time zone not null,
  order_id text,
  end_to_end_id text,
  constraint bank_orders_pkey PRIMARY KEY (store_id, payout_id)
);

create table clock_happenings (
  store_id text not null,
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  type text not null,
  subject_id text not null,
  constraint clock_happenings_pkey PRIMARY KEY (store_id, id)
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

create table payout_accounts (
  store_id text not null,
  settings_sealed bytea not null,
  segment_fingerprint bytea not null,
  segment_sealed bytea not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  owner text,
  constraint payout_accounts_pkey PRIMARY KEY (store_id),
  constraint payout_accounts_owner_check CHECK ((owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text])))
);

create table payouts (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  kind text not null,
  status text not null,
  external_id text,
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
  step text not null,
  target_type text not null,
  target_key_sealed bytea,
  provider text,
  attempts integer default 0 not null,
  run_at timestamp with time zone not null,
  requested_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  refusal text,
  provider_code text,
  requested_by_kind text,
  requested_by text,
  approval_status text,
  approval_expires_at timestamp with time zone,
  decided_by text,
  decided_at timestamp with time zone,
  returned_cents bigint default 0 not null,
  completed_at timestamp with time zone,
  account_owner text,
  requested_by_description text,
  is_alone boolean,
  confirmed_by text,
  sends_at timestamp with time zone,
  sub_account_id text,
  is_fee_included boolean default false not null,
  bank_account_sealed bytea,
  masked_bank_account jsonb,
  constraint payouts_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint payouts_external_id_key UNIQUE (store_id, dev_mode, kind, external_id),
  constraint payouts_account_owner_check CHECK ((account_owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text]))),
  constraint payouts_amount_check CHECK ((amount_cents > 0)),
  constraint payouts_approval_decided_check CHECK ((COALESCE((approval_status = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text])), false) = ((decided_by IS NOT NULL) AND (decided_at IS NOT NULL)))) NOT VALID,
  constraint payouts_approval_status_check CHECK ((approval_status = ANY (ARRAY['WAITING'::text, 'APPROVED'::text, 'REJECTED'::text, 'EXPIRED'::text]))) NOT VALID,
  constraint payouts_approval_whole_check CHECK (((approval_status IS NULL) OR ((requested_by IS NOT NULL) AND (requested_by_kind IS NOT NULL) AND (approval_expires_at IS NOT NULL)))) NOT VALID,
  constraint payouts_approve_step_check CHECK (((step <> 'APPROVE'::text) OR COALESCE((approval_status <> 'APPROVED'::text), false))) NOT VALID,
  constraint payouts_approved_first_check CHECK (((approval_status IS NULL) OR (approval_status = 'APPROVED'::text) OR (status = 'FAILED'::text) OR (step = ANY (ARRAY['RESERVE'::text, 'TAKE_BACK'::text, 'APPROVE'::text])))) NOT VALID,
  constraint payouts_confirmed_check CHECK ((((confirmed_by IS NULL) = (sends_at IS NULL)) AND ((confirmed_by IS NULL) OR COALESCE(is_alone, false)))) NOT VALID,
  constraint payouts_done_check CHECK (((step = ANY (ARRAY['RETURNS'::text, 'DONE'::text])) = (status <> 'PENDING'::text))) NOT VALID,
  constraint payouts_kind_check CHECK ((kind = ANY (ARRAY['WITHDRAW'::text, 'TRANSFER'::text, 'REFUND'::text, 'SUB_WITHDRAW'::text]))) NOT VALID,
  constraint payouts_pix_key_type_check CHECK ((pix_key_type = ANY (ARRAY['CPF'::text, 'CNPJ'::text, 'PHONE'::text, 'EMAIL'::text, 'RANDOM'::text, 'BR_CODE'::text, 'BANK_ACCOUNT'::text]))),
  constraint payouts_platform_fee_check CHECK ((platform_fee_cents >= 0)),
  constraint payouts_receiver_check CHECK ((((target_type = 'BANK_ACCOUNT'::text) = (pix_key_type = 'BANK_ACCOUNT'::text)) AND ((target_type = 'BANK_ACCOUNT'::text) = (target_key_sealed IS NULL)) AND ((target_type = 'BANK_ACCOUNT'::text) = (bank_account_sealed IS NOT NULL)) AND ((target_type = 'BANK_ACCOUNT'::text) = (masked_bank_account IS NOT NULL)) AND ((target_type <> 'BANK_ACCOUNT'::text) OR ((kind = 'WITHDRAW'::text) AND (NOT is_fee_included) AND (end_to_end_id IS NULL))))),
  constraint payouts_returned_check CHECK (((returned_cents >= 0) AND (returned_cents <= amount_cents) AND ((status = 'RETURNED'::text) = (returned_cents = amount_cents)) AND ((returned_cents = 0) OR (status = ANY (ARRAY['COMPLETE'::text, 'RETURNED'::text]))))) NOT VALID,
  constraint payouts_returns_check CHECK (((step <> 'RETURNS'::text) OR (status = ANY (ARRAY['COMPLETE'::text, 'RETURNED'::text])))) NOT VALID,
  constraint payouts_second_person_check CHECK (((approval_status IS DISTINCT FROM 'APPROVED'::text) OR (requested_by_kind <> 'USER'::text) OR (decided_by <> requested_by) OR (COALESCE(is_alone, false) AND COALESCE((confirmed_by = decided_by), false) AND COALESCE((decided_at >= sends_at), false)))) NOT VALID,
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETE'::text, 'FAILED'::text, 'CANCELLED'::text, 'RETURNED'::text]))) NOT VALID,
  constraint payouts_step_check CHECK ((step = ANY (ARRAY['RESERVE'::text, 'TAKE_BACK'::text, 'APPROVE'::text, 'SEND'::text, 'WATCH'::text, 'RETURNS'::text, 'DONE'::text]))) NOT VALID,
  constraint payouts_sub_account_check CHECK (((kind = 'SUB_WITHDRAW'::text) = (sub_account_id IS NOT NULL))) NOT VALID,
  constraint payouts_target_type_check CHECK ((target_type = ANY (ARRAY['CPF'::text, 'CNPJ'::text, 'PHONE'::text, 'EMAIL'::text, 'RANDOM'::text, 'BR_CODE'::text, 'BANK_ACCOUNT'::text])))
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

create table store_settings (
  store_id text not null,
  holder_tax_id_sealed bytea not null,
  payout_fee_cents bigint not null,
  updated_at timestamp with time zone not null,
  version bigint default 0 not null,
  approval_above_cents bigint,
  is_fee_included boolean default false not null,
  constraint store_settings_pkey PRIMARY KEY (store_id),
  constraint store_settings_payout_fee_check CHECK ((payout_fee_cents >= 0))
);

create table sub_accounts (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  name text not null,
  tax_id_sealed bytea not null,
  tax_id_fingerprint bytea not null,
  external_id text,
  metadata json not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sub_accounts_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint sub_accounts_external_id_key UNIQUE (store_id, dev_mode, external_id),
  constraint sub_accounts_tax_id_key UNIQUE (store_id, dev_mode, tax_id_fingerprint)
);

CREATE UNIQUE INDEX asaas_accounts_segment_idx ON public.asaas_accounts USING btree (segment_fingerprint);

CREATE INDEX asaas_calls_started_at_idx ON public.asaas_calls USING btree (started_at);

CREATE UNIQUE INDEX asaas_orders_order_idx ON public.asaas_orders USING btree (store_id, order_id);

CREATE UNIQUE INDEX bank_accounts_segment_idx ON public.bank_accounts USING btree (segment_fingerprint);

CREATE INDEX bank_orders_end_to_end_idx ON public.bank_orders USING btree (store_id, end_to_end_id);

CREATE UNIQUE INDEX bank_orders_order_idx ON public.bank_orders USING btree (store_id, order_id);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE UNIQUE INDEX payout_accounts_segment_idx ON public.payout_accounts USING btree (segment_fingerprint);

CREATE INDEX payouts_approval_idx ON public.payouts USING btree (store_id, dev_mode, kind, approval_status, id) WHERE (approval_status IS NOT NULL);

CREATE UNIQUE INDEX payouts_id_idx ON public.payouts USING btree (id);

CREATE INDEX payouts_kind_idx ON public.payouts USING btree (store_id, dev_mode, kind, id);

CREATE INDEX payouts_kind_status_idx ON public.payouts USING btree (store_id, dev_mode, kind, status, id);

CREATE INDEX payouts_run_at_idx ON public.payouts USING btree (run_at) WHERE (step <> 'DONE'::text);

CREATE INDEX store_clocks_changed_at_idx ON public.store_clocks USING btree (changed_at);
