create table account_health (
  store_id text not null,
  provider text not null,
  method text not null,
  window_at timestamp with time zone not null,
  asked integer not null,
  failed integer not null,
  took_ms bigint not null,
  asked_before integer default 0 not null,
  failed_before integer default 0 not null,
  took_ms_before bigint default 0 not null,
  failures integer not null,
  rests_from timestamp with time zone,
  rests_until timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint account_health_pkey PRIMARY KEY (store_id, provider, method)
);

create table account_orders (
  store_id text not null,
  method text not null,
  providers text[] not null,
  updated_at timestamp with time zone not null,
  constraint account_orders_pkey PRIMARY KEY (store_id, method),
  constraint account_orders_method_check CHECK ((method = ANY (ARRAY['PIX'::text, 'BOLETO'::text, 'CARD'::text])))
);

create table agreements (
  subscription_id text not null,
  store_id text not null,
  dev_mode boolean not null,
  checkout_id text not null,
  customer_id text not null,
  method text not null,
  card_id text,
  status text not null,
  charge_id text,
  coupons jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint agreements_pkey PRIMARY KEY (subscription_id),
  constraint agreements_card_check CHECK (((method = 'CARD'::text) = (card_id IS NOT NULL))),
  constraint agreements_method_check CHECK ((method = ANY (ARRAY['PIX'::text, 'CARD'::text]))),
  constraint agreements_status_check CHECK ((status = ANY (ARRAY['STARTING'::text, 'ACTIVE'::text, 'REFUSED'::text, 'ENDED'::text]))),
  constraint agreements_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  constraint agreements_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
);

create table allow_list_keys (
  store_id text not null,
  key_sealed bytea not null,
  constraint allow_list_keys_pkey PRIMARY KEY (store_id)
);

create table asaas_accounts (
  store_id text not null,
  settings_sealed bytea not null,
  segment_fingerprint bytea not null,
  segment_sealed bytea not null,
  webhook_sealed bytea not null,
  account_id text not null,
  owner text not null,
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

create table asaas_entries (
  store_id text not null,
  account_id text not null,
  id text not null,
  "position" bigint generated always as identity not null,
  type text not null,
  day date not null,
  amount_cents bigint not null,
  balance_cents bigint not null,
  payment_id text,
  transfer_id text,
  pix_transaction_id text,
  reference text,
  is_read boolean not null,
  explained_as text,
  explained_by text,
  constraint asaas_entries_pkey PRIMARY KEY (store_id, account_id, id)
);

create table asaas_events (
  store_id text not null,
  id text not null,
  received_at timestamp with time zone not null,
  constraint asaas_events_pkey PRIMARY KEY (store_id, id)
);

create table asaas_money_reads (
  store_id text not null,
  account_id text not null,
  from_day date not null,
  page_offset integer not null,
  opening_cents bigint,
  difference_cents bigint,
  compared_at timestamp with time zone,
  run_at timestamp with time zone not null,
  revision bigint not null,
  constraint asaas_money_reads_pkey PRIMARY KEY (store_id)
);

create table asaas_returns (
  store_id text not null,
  order_id text not null,
  return_id text not null,
  approved_at timestamp with time zone not null,
  constraint asaas_returns_pkey PRIMARY KEY (store_id, order_id)
);

create table asaas_syncs (
  store_id text not null,
  kind text not null,
  object_id text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  revision bigint default 1 not null,
  requested_at timestamp with time zone not null,
  constraint asaas_syncs_pkey PRIMARY KEY (store_id, kind, object_id),
  constraint asaas_syncs_kind_check CHECK ((kind = ANY (ARRAY['PAYMENT'::text, 'PAID'::text])))
);

create table begun_payments (
  store_id text not null,
  reference text not null,
  closed_at timestamp with time zone,
  run_at timestamp with time zone not null,
  constraint begun_payments_pkey PRIMARY KEY (store_id, reference)
);

create table card_replacements (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  subscription_id text not null,
  card_id text not null,
  reference text not null,
  status text not null,
  cycle_number integer,
  attempts integer,
  run_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint card_replacements_pkey PRIMARY KEY (id),
  constraint card_replacements_status_check CHECK ((status = ANY (ARRAY['WAITING'::text, 'DONE'::text, 'REFUSED'::text])))
);

create table card_tokens (
  hash bytea not null,
  store_id text not null,
  dev_mode boolean not null,
  card_id text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint card_tokens_pkey PRIMARY KEY (hash),
  constraint card_tokens_hash_check CHECK ((octet_length(hash) = 32)),
  constraint card_tokens_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id)
);

create table cards (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  provider text not null,
  vault_reference text not null,
  brand text not null,
  last_four text not null,
  exp_month integer,
  exp_year integer,
  holder_name text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  wallet text,
  constraint cards_pkey PRIMARY KEY (id),
  constraint cards_exp_month_check CHECK (((exp_month >= 1) AND (exp_month <= 12))),
  constraint cards_last_four_digits_check CHECK ((last_four ~ '^([0-9]{4})?$'::text)) NOT VALID,
  constraint cards_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint cards_wallet_check CHECK ((wallet = ANY (ARRAY['APPLE_PAY'::text, 'GOOGLE_PAY'::text])))
);

create table charge_orphans (
  store_id text not null,
  provider text not null,
  reference text not null,
  account text not null,
  method text not null,
  charge_id text not null,
  amount_cents bigint not null,
  provider_reference text,
  state text not null,
  run_at timestamp with time zone,
  attempts integer default 0 not null,
  revision bigint default 1 not null,
  created_at timestamp with time zone not null,
  constraint charge_orphans_pkey PRIMARY KEY (store_id, provider, reference),
  constraint charge_orphans_method_check CHECK ((method = ANY (ARRAY['PIX'::text, 'BOLETO'::text]))),
  constraint charge_orphans_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'ABSENT'::text, 'CANCELLED'::text, 'PAID'::text])))
);

create table charges (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  external_id text,
  method text not null,
  origin text not null,
  checkout_id text,
  customer_id text,
  amount_cents bigint not null,
  paid_amount_cents bigint,
  platform_fee_cents bigint not null,
  status text not null,
  description text,
  metadata json not null,
  ensure_same_tax_id boolean not null,
  provider text not null,
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  txid text,
  br_code text,
  qr_png bytea default '\x'::bytea,
  end_to_end_id text,
  payer_name text,
  payer_masked_tax_id text,
  payer_is_customer boolean,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  sort_key text generated always as ("right"(id, 24)) stored not null,
  payable_until timestamp with time zone,
  bar_code text,
  digitable_line text,
  due_date date,
  interest_basis_points integer,
  fine_kind text,
  fine_value bigint,
  card_id text,
  card_brand text,
  card_last_four text,
  installment_count integer,
  payment_reference text,
  failure_code text,
  failure_class text,
  failure_message text,
  coupons text[] default '{}'::text[] not null,
  visitor text,
  boleto_payer_name text,
  subscription_id text,
  skip_customer boolean default false not null,
  refunded_cents bigint default 0 not null,
  provider_reference text,
  action_due_at timestamp with time zone,
  action_since timestamp with time zone,
  return_url text,
  boleto_reference text,
  boleto_pdf_url text,
  settlement_days smallint,
  payer_ref text,
  request_id text,
  account_owner text,
  splits jsonb,
  utms jsonb,
  surcharge_cents bigint,
  upsell_item jsonb,
  card_wallet text,
  constraint charges_pkey PRIMARY KEY (id),
  constraint charges_account_owner_check CHECK ((account_owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text]))),
  constraint charges_amount_check CHECK (
CASE method
    WHEN 'FREE'::text THEN (amount_cents = 0)
    ELSE (amount_cents >= 100)
END) NOT VALID,
  constraint charges_boleto_check CHECK (((method <> 'BOLETO'::text) OR ((bar_code IS NOT NULL) AND (digitable_line IS NOT NULL) AND (due_date IS NOT NULL)))) NOT VALID,
  constraint charges_card_check CHECK (((method <> 'CARD'::text) OR ((card_id IS NOT NULL) AND (card_brand IS NOT NULL) AND (card_last_four IS NOT NULL) AND (installment_count IS NOT NULL)))),
  constraint charges_failure_class_check CHECK ((failure_class = ANY (ARRAY['REVERSIBLE'::text, 'IRREVERSIBLE'::text]))),
  constraint charges_fee_check CHECK (
CASE method
    WHEN 'FREE'::text THEN (platform_fee_cents = 0)
    ELSE ((platform_fee_cents >= 0) AND (platform_fee_cents < amount_cents))
END) NOT VALID,
  constraint charges_fine_kind_check CHECK ((fine_kind = ANY (ARRAY['PERCENTAGE'::text, 'FIXED'::text]))),
  constraint charges_free_check CHECK (((method <> 'FREE'::text) OR ((status = 'PAID'::text) AND (paid_amount_cents = 0) AND (origin = ANY (ARRAY['CHECKOUT'::text, 'PAYMENT_LINK'::text]))))) NOT VALID,
  constraint charges_installments_check CHECK (((installment_count >= 1) AND (installment_count <= 12))),
  constraint charges_metadata_size_check CHECK ((octet_length((metadata)::text) <= 16384)),
  constraint charges_method_check CHECK ((method = ANY (ARRAY['PIX'::text, 'BOLETO'::text, 'CARD'::text, 'FREE'::text]))) NOT VALID,
  constraint charges_origin_check CHECK ((origin = ANY (ARRAY['TRANSPARENT'::text, 'CHECKOUT'::text, 'PAYMENT_LINK'::text, 'SUBSCRIPTION'::text, 'TOP_UP'::text]))),
  constraint charges_origin_checkout_check CHECK (((origin <> ALL (ARRAY['TRANSPARENT'::text, 'TOP_UP'::text])) = (checkout_id IS NOT NULL))),
  constraint charges_paid_amount_check CHECK ((paid_amount_cents >= 0)),
  constraint charges_paid_check CHECK (((status <> ALL (ARRAY['PAID'::text, 'REFUNDED'::text, 'UNDER_DISPUTE'::text, 'CHARGED_BACK'::text])) OR (paid_at IS NOT NULL))),
  constraint charges_pix_check CHECK (((method <> 'PIX'::text) OR ((txid IS NOT NULL) AND (br_code IS NOT NULL) AND (qr_png IS NOT NULL)))),
  constraint charges_refunded_check CHECK (((refunded_cents >= 0) AND (refunded_cents <= COALESCE(paid_amount_cents, (0)::bigint)))),
  constraint charges_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PAID'::text, 'EXPIRED'::text, 'CANCELLED'::text, 'FAILED'::text, 'REFUNDED'::text, 'UNDER_DISPUTE'::text, 'CHARGED_BACK'::text]))),
  constraint charges_surcharge_check CHECK (((surcharge_cents IS NULL) OR ((card_id IS NOT NULL) AND (surcharge_cents >= 0) AND (surcharge_cents < amount_cents)))) NOT VALID,
  constraint charges_top_up_check CHECK (((origin <> 'TOP_UP'::text) OR ((method = 'PIX'::text) AND (platform_fee_cents = 0) AND (refunded_cents = 0) AND (status = ANY (ARRAY['PENDING'::text, 'PAID'::text, 'EXPIRED'::text, 'CANCELLED'::text]))))),
  constraint charges_upsell_check CHECK (((upsell_item IS NULL) OR ((origin = 'CHECKOUT'::text) AND (splits IS NULL) AND (surcharge_cents IS NULL) AND (coupons = '{}'::text[])))) NOT VALID,
  constraint charges_visitor_check CHECK (((char_length(visitor) >= 1) AND (char_length(visitor) <= 64))),
  constraint charges_wallet_check CHECK (((card_wallet IS NULL) OR ((card_wallet = ANY (ARRAY['APPLE_PAY'::text, 'GOOGLE_PAY'::text])) AND (card_id IS NOT NULL) AND (installment_count = 1)))),
  constraint charges_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  constraint charges_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
);

create table checkouts (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  external_id text,
  external_id_is_label boolean not null,
  frequency text not null,
  status text not null,
  amount_cents bigint not null,
  paid_amount_cents bigint,
  platform_fee_cents bigint not null,
  items jsonb not null,
  methods text[] not null,
  customer_id text,
  requested_customer_id text,
  return_url text,
  completion_url text,
  due_date date,
  max_installments integer not null,
  installments_count integer,
  skip_customer boolean not null,
  skip_review boolean not null,
  metadata json not null,
  expires_at timestamp with time zone,
  paid_charge_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  coupons text[] default '{}'::text[] not null,
  allow_coupons boolean default false not null,
  coupons_used text[] default '{}'::text[] not null,
  discount_cents bigint default 0 not null,
  interest_basis_points integer,
  fine_kind text,
  fine_value bigint,
  trial_days integer,
  max_retry integer,
  retry_every_days integer,
  subscription_id text,
  cycle_number integer,
  refunded_cents bigint default 0 not null,
  is_authorization_optional boolean default false not null,
  accepted_coupons jsonb default '[]'::jsonb not null,
  passes_fees boolean default false not null,
  splits jsonb,
  upsell_product_id text,
  wallets text[] default '{}'::text[] not null,
  constraint checkouts_pkey PRIMARY KEY (id),
  constraint checkouts_amount_check CHECK (((amount_cents = 0) OR (amount_cents >= 100))),
  constraint checkouts_cycle_check CHECK (((frequency = 'CYCLE'::text) = ((subscription_id IS NOT NULL) AND (cycle_number IS NOT NULL)))),
  constraint checkouts_cycle_number_check CHECK ((cycle_number >= 1)),
  constraint checkouts_discount_check CHECK ((discount_cents >= 0)),
  constraint checkouts_fine_kind_check CHECK ((fine_kind = ANY (ARRAY['PERCENTAGE'::text, 'FIXED'::text]))),
  constraint checkouts_frequency_check CHECK ((frequency = ANY (ARRAY['ONE_TIME'::text, 'MULTIPLE_PAYMENTS'::text, 'SUBSCRIPTION'::text, 'CYCLE'::text]))),
  constraint checkouts_link_status_check CHECK (((frequency = 'MULTIPLE_PAYMENTS'::text) OR (status <> 'ACTIVE'::text))),
  constraint checkouts_max_installments_check CHECK (((max_installments >= 1) AND (max_installments <= 12))),
  constraint checkouts_max_retry_check CHECK (((max_retry >= 1) AND (max_retry <= 10))),
  constraint checkouts_metadata_size_check CHECK ((octet_length((metadata)::text) <= 16384)),
  constraint checkouts_methods_check CHECK (((cardinality(methods) <= 3) AND (methods <@ ARRAY['PIX'::text, 'CARD'::text, 'BOLETO'::text]) AND (cardinality(wallets) <= 2) AND (wallets <@ ARRAY['APPLE_PAY'::text, 'GOOGLE_PAY'::text]) AND ((cardinality(methods) + cardinality(wallets)) >= 1) AND ((cardinality(wallets) = 0) OR (frequency = 'ONE_TIME'::text)))),
  constraint checkouts_paid_amount_check CHECK ((paid_amount_cents >= 0)),
  constraint checkouts_platform_fee_check CHECK ((platform_fee_cents >= 0)),
  constraint checkouts_refunded_check CHECK (((refunded_cents >= 0) AND (refunded_cents <= COALESCE(paid_amount_cents, (0)::bigint)))),
  constraint checkouts_retry_every_check CHECK (((retry_every_days >= 1) AND (retry_every_days <= 30))),
  constraint checkouts_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PAID'::text, 'EXPIRED'::text, 'CANCELLED'::text, 'REFUNDED'::text, 'ACTIVE'::text]))),
  constraint checkouts_trial_days_check CHECK (((trial_days >= 1) AND (trial_days <= 90))),
  constraint checkouts_upsell_check CHECK (((upsell_product_id IS NULL) OR (frequency = 'ONE_TIME'::text))) NOT VALID,
  constraint checkouts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint checkouts_requested_customer_id_fkey FOREIGN KEY (requested_customer_id) REFERENCES customers(id)
);

create table clock_happenings (
  store_id text not null,
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  type text not null,
  subject_id text not null,
  constraint clock_happenings_pkey PRIMARY KEY (store_id, id)
);

create table coupon_redemptions (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  coupon_id text not null,
  checkout_id text not null,
  charge_id text,
  status text not null,
  discount_cents bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint coupon_redemptions_pkey PRIMARY KEY (id),
  constraint coupon_redemptions_discount_check CHECK ((discount_cents >= 0)),
  constraint coupon_redemptions_status_check CHECK ((status = ANY (ARRAY['RESERVED'::text, 'CONFIRMED'::text, 'FREED'::text, 'RELEASED'::text]))),
  constraint coupon_redemptions_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  constraint coupon_redemptions_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id)
);

create table coupons (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  code text not null,
  code_folded text generated always as (lower(code)) stored,
  discount_kind text not null,
  discount bigint not null,
  status text not null,
  notes text,
  max_redeems bigint not null,
  redeems_count bigint default 0 not null,
  metadata json not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  code_key text,
  starts_at timestamp with time zone,
  expires_at timestamp with time zone,
  duration text default 'FOREVER'::text not null,
  duration_in_cycles integer,
  constraint coupons_pkey PRIMARY KEY (id),
  constraint coupons_code_check CHECK (((char_length(code) >= 1) AND (char_length(code) <= 50))) NOT VALID,
  constraint coupons_discount_check CHECK (
CASE discount_kind
    WHEN 'PERCENTAGE'::text THEN ((discount >= 1) AND (discount <= 10000))
    ELSE (discount >= 100)
END),
  constraint coupons_discount_kind_check CHECK ((discount_kind = ANY (ARRAY['PERCENTAGE'::text, 'FIXED'::text]))),
  constraint coupons_duration_check CHECK ((((duration = 'REPEATING'::text) AND ((duration_in_cycles >= 1) AND (duration_in_cycles <= 999))) OR ((duration = ANY (ARRAY['ONCE'::text, 'FOREVER'::text])) AND (duration_in_cycles IS NULL)))),
  constraint coupons_max_redeems_check CHECK (((max_redeems = '-1'::integer) OR (max_redeems >= 1))),
  constraint coupons_metadata_size_check CHECK ((octet_length((metadata)::text) <= 16384)),
  constraint coupons_redeems_count_check CHECK (((redeems_count >= 0) AND ((max_redeems = '-1'::integer) OR (redeems_count <= max_redeems)))),
  constraint coupons_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text, 'EXPIRED'::text, 'DELETED'::text])))
);

create table customer_portals (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  customer_id text not null,
  checkout_id text not null,
  token_hash text not null,
  created_at timestamp with time zone not null,
  constraint customer_portals_pkey PRIMARY KEY (id)
);

create table customers (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  email text,
  email_folded text,
  tax_id_sealed bytea,
  tax_id_fingerprint bytea,
  name text,
  name_folded text,
  cellphone text,
  cellphone_digits text generated always as (regexp_replace(cellphone, '[^0-9]'::text, ''::text, 'g'::text)) stored,
  zip_code text,
  country text,
  metadata json not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  address text,
  city text,
  state text,
  constraint customers_pkey PRIMARY KEY (id),
  constraint customers_metadata_size_check CHECK ((octet_length((metadata)::text) <= 16384)),
  constraint customers_tax_id_check CHECK (((tax_id_sealed IS NULL) = (tax_id_fingerprint IS NULL)))
);

create table cycle_attempts (
  attempt_id text not null,
  store_id text not null,
  dev_mode boolean not null,
  subscription_id text not null,
  charge_id text,
  checkout_id text,
  sending_until timestamp with time zone,
  voided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint cycle_attempts_pkey PRIMARY KEY (attempt_id)
);

create table dispute_answers (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  dispute_id text not null,
  evidence jsonb,
  is_submitted boolean not null,
  status text not null,
  failure text,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  is_forgotten boolean default false not null,
  constraint dispute_answers_pkey PRIMARY KEY (id),
  constraint dispute_answers_evidence_check CHECK (((status <> 'SENDING'::text) OR (evidence IS NOT NULL))) NOT VALID,
  constraint dispute_answers_status_check CHECK ((status = ANY (ARRAY['SENDING'::text, 'SENT'::text, 'REFUSED'::text]))),
  constraint dispute_answers_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id)
);

create table dispute_files (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  dispute_id text not null,
  kind text not null,
  content_type text not null,
  size_bytes integer not null,
  name_sealed bytea,
  content_sealed bytea,
  answer_id text,
  reference text,
  created_at timestamp with time zone not null,
  constraint dispute_files_pkey PRIMARY KEY (id),
  constraint dispute_files_answer_id_check CHECK (((content_sealed IS NOT NULL) OR (answer_id IS NOT NULL))),
  constraint dispute_files_content_check CHECK (((name_sealed IS NULL) = (content_sealed IS NULL))),
  constraint dispute_files_content_type_check CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'application/pdf'::text]))),
  constraint dispute_files_kind_check CHECK ((kind = ANY (ARRAY['RECEIPT'::text, 'CUSTOMER_COMMUNICATION'::text, 'CUSTOMER_SIGNATURE'::text, 'SHIPPING'::text, 'SERVICE'::text, 'REFUND_POLICY'::text, 'CANCELLATION_POLICY'::text, 'DUPLICATE_CHARGE'::text, 'OTHER'::text]))),
  constraint dispute_files_size_bytes_check CHECK ((size_bytes > 0)),
  constraint dispute_files_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES dispute_answers(id),
  constraint dispute_files_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id)
);

create table disputes (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  charge_id text not null,
  status text not null,
  amount_cents bigint not null,
  reason text,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  provider text,
  reference text,
  answer_state text default 'NEEDS_ANSWER'::text not null,
  reason_code text default 'GENERAL'::text not null,
  provider_code text,
  due_by timestamp with time zone,
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_amount_check CHECK ((amount_cents > 0)),
  constraint disputes_answer_state_check CHECK ((answer_state = ANY (ARRAY['NEEDS_ANSWER'::text, 'UNDER_REVIEW'::text]))) NOT VALID,
  constraint disputes_closed_check CHECK (((status = 'OPEN'::text) = (closed_at IS NULL))),
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'WON'::text, 'LOST'::text]))),
  constraint disputes_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges(id)
);

create table erasures (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  requested_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  run_at timestamp with time zone,
  constraint erasures_pkey PRIMARY KEY (store_id, dev_mode, id)
);

create table files (
  key text not null,
  store_id text not null,
  dev_mode boolean not null,
  content_type text not null,
  size_bytes bigint not null,
  product_id text,
  created_at timestamp with time zone not null,
  discarded_at timestamp with time zone,
  constraint files_pkey PRIMARY KEY (key),
  constraint files_key_check CHECK ((key ~ '^(images|files)/[0-9A-Za-z]{43}$'::text)),
  constraint files_product_check CHECK (((product_id IS NULL) OR (discarded_at IS NULL))),
  constraint files_size_check CHECK ((size_bytes >= 1)),
  constraint files_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);

create table former_pix_codes (
  store_id text not null,
  txid text not null,
  charge_id text not null,
  replaced_at timestamp with time zone not null,
  constraint former_pix_codes_pkey PRIMARY KEY (store_id, txid),
  constraint former_pix_codes_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges(id)
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

create table inbox (
  consumer text not null,
  event_id text not null,
  received_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (consumer, event_id)
);

create table key_payments (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  account text not null,
  end_to_end_id text not null,
  txid text,
  status text not null,
  amount_cents bigint not null,
  owner text,
  is_shared boolean not null,
  payer_name text,
  payer_tax_id_sealed bytea,
  payer_ref text,
  received_at timestamp with time zone not null,
  charge_id text,
  reason text,
  step text,
  requested_at timestamp with time zone,
  sent_at timestamp with time zone,
  refusal text,
  attempts integer default 0 not null,
  order_number integer default 0 not null,
  run_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  provider text,
  constraint key_payments_pkey PRIMARY KEY (id),
  constraint key_payments_amount_check CHECK ((amount_cents > 0)),
  constraint key_payments_charge_check CHECK (((status = 'ATTACHED'::text) = (charge_id IS NOT NULL))),
  constraint key_payments_owner_check CHECK ((owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text]))),
  constraint key_payments_status_check CHECK ((status = ANY (ARRAY['WAITING'::text, 'ATTACHED'::text, 'RETURNING'::text, 'RETURNED'::text]))),
  constraint key_payments_step_check CHECK ((((status = 'RETURNING'::text) = (step IS NOT NULL)) AND ((step IS NULL) OR ((step = ANY (ARRAY['SEND'::text, 'WATCH'::text])) AND (requested_at IS NOT NULL)))))
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

create table page_attempts (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  kind text not null,
  checkout_id text not null,
  client text not null,
  card bytea,
  status text not null,
  attempted_at timestamp with time zone not null,
  constraint page_attempts_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint page_attempts_kind_check CHECK ((kind = ANY (ARRAY['CARD'::text, 'COUPON'::text]))),
  constraint page_attempts_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'FAILED'::text, 'PASSED'::text])))
);

create table pix_accounts (
  store_id text not null,
  settings_sealed bytea not null,
  segment_fingerprint bytea not null,
  segment_sealed bytea not null,
  certificate_expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  owner text,
  constraint pix_accounts_pkey PRIMARY KEY (store_id),
  constraint pix_accounts_owner_check CHECK ((owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text])))
);

create table pix_authorizations (
  store_id text not null,
  subscription_id text not null,
  txid text not null,
  charge_id text,
  location_id text,
  authorization_id text,
  br_code text,
  status text not null,
  is_ending boolean default false not null,
  end_code text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  is_optional boolean default false not null,
  utms jsonb,
  constraint pix_authorizations_pkey PRIMARY KEY (store_id, subscription_id),
  constraint pix_authorizations_status_check CHECK ((status = ANY (ARRAY['NEW'::text, 'WAITING'::text, 'APPROVED'::text, 'ENDED'::text])))
);

create table pix_debits (
  store_id text not null,
  txid text not null,
  subscription_id text not null,
  cycle_number integer not null,
  authorization_id text not null,
  amount_cents bigint not null,
  attempt_id text not null,
  charge_id text not null,
  collect_on date not null,
  first_on date not null,
  step text not null,
  is_accepted boolean default false not null,
  is_firm boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  kind text default 'DEBIT'::text not null,
  constraint pix_debits_pkey PRIMARY KEY (store_id, txid),
  constraint pix_debits_step_check CHECK ((step = ANY (ARRAY['SEND'::text, 'RETRY'::text, 'SENT'::text, 'FAILED'::text, 'DONE'::text])))
);

create table pix_inboxes (
  store_id text not null,
  account text not null,
  is_current boolean not null,
  settings_at timestamp with time zone not null,
  since timestamp with time zone not null,
  read_until timestamp with time zone not null,
  window_from timestamp with time zone,
  window_until timestamp with time zone,
  page integer default 0 not null,
  swept_at timestamp with time zone not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  revision integer default 0 not null,
  login text,
  provider text default 'bacen-pix'::text not null,
  constraint pix_inboxes_pkey PRIMARY KEY (store_id, account),
  constraint pix_inboxes_window_check CHECK (((window_from IS NULL) = (window_until IS NULL)))
);

create table pix_syncs (
  store_id text not null,
  txid text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  revision bigint default 1 not null,
  requested_at timestamp with time zone not null,
  constraint pix_syncs_pkey PRIMARY KEY (store_id, txid)
);

create table products (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  external_id text not null,
  name text not null,
  description text not null,
  price_cents bigint not null,
  currency text not null,
  cycle text,
  trial_days integer,
  image_url text,
  has_file boolean default false not null,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  image_key text,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_currency_check CHECK ((currency = 'BRL'::text)),
  constraint products_cycle_check CHECK ((cycle = ANY (ARRAY['WEEKLY'::text, 'MONTHLY'::text, 'QUARTERLY'::text, 'SEMIANNUALLY'::text, 'ANNUALLY'::text]))),
  constraint products_price_check CHECK ((price_cents >= 1)),
  constraint products_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text]))),
  constraint products_trial_days_check CHECK (((trial_days >= 1) AND (trial_days <= 90))),
  constraint products_trial_needs_cycle_check CHECK (((trial_days IS NULL) OR (cycle IS NOT NULL)))
);

create table refund_requests (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  status text not null,
  charge_id text not null,
  checkout_id text,
  customer_id text not null,
  amount_cents bigint not null,
  reason text,
  refund_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint refund_requests_pkey PRIMARY KEY (id),
  constraint refund_requests_answer_check CHECK (((status = 'APPROVED'::text) = (refund_id IS NOT NULL))),
  constraint refund_requests_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'APPROVED'::text, 'REFUSED'::text])))
);

create table refunds (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  kind text not null,
  charge_id text not null,
  checkout_id text,
  original_id text not null,
  status text not null,
  step text not null,
  rail text not null,
  provider text not null,
  target text not null,
  pix_key_type text,
  pix_key_sealed bytea,
  amount_cents bigint not null,
  reason text,
  reference text,
  failure_reason text,
  requested_at timestamp with time zone not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  order_number integer default 0 not null,
  sent_at timestamp with time zone,
  refusal text,
  account text,
  provider_code text,
  bounced_at timestamp with time zone,
  bounce_reason text,
  bounce_code text,
  bounce_settled_at timestamp with time zone,
  requested_by_kind text,
  requested_by text,
  requested_by_description text,
  approval_status text,
  approval_expires_at timestamp with time zone,
  decided_by text,
  decided_at timestamp with time zone,
  is_alone boolean,
  confirmed_by text,
  sends_at timestamp with time zone,
  account_owner text,
  split_refunds jsonb,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_account_owner_check CHECK ((account_owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text]))),
  constraint refunds_amount_check CHECK ((amount_cents > 0)),
  constraint refunds_approval_decided_check CHECK ((COALESCE((approval_status = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text])), false) = ((decided_by IS NOT NULL) AND (decided_at IS NOT NULL)))) NOT VALID,
  constraint refunds_approval_status_check CHECK ((approval_status = ANY (ARRAY['WAITING'::text, 'APPROVED'::text, 'REJECTED'::text, 'EXPIRED'::text]))) NOT VALID,
  constraint refunds_approval_whole_check CHECK (((approval_status IS NULL) OR (((pix_key_sealed IS NOT NULL) OR (step = 'DONE'::text)) AND (requested_by IS NOT NULL) AND (requested_by_kind IS NOT NULL) AND (approval_expires_at IS NOT NULL)))) NOT VALID,
  constraint refunds_approve_step_check CHECK (((step <> 'APPROVE'::text) OR COALESCE((approval_status <> 'APPROVED'::text), false))) NOT VALID,
  constraint refunds_approved_first_check CHECK (((approval_status IS NULL) OR (approval_status = 'APPROVED'::text) OR (status = 'FAILED'::text) OR (step = ANY (ARRAY['RESERVE'::text, 'TAKE_BACK'::text, 'APPROVE'::text])))) NOT VALID,
  constraint refunds_confirmed_check CHECK ((((confirmed_by IS NULL) = (sends_at IS NULL)) AND ((confirmed_by IS NULL) OR COALESCE(is_alone, false)))) NOT VALID,
  constraint refunds_key_check CHECK (((pix_key_sealed IS NULL) = (pix_key_type IS NULL))),
  constraint refunds_kind_check CHECK ((kind = ANY (ARRAY['REQUESTED'::text, 'OVERPAYMENT'::text]))),
  constraint refunds_rail_check CHECK ((rail = ANY (ARRAY['PIX'::text, 'CARD'::text, 'TRANSFER'::text]))),
  constraint refunds_second_person_check CHECK (((approval_status IS DISTINCT FROM 'APPROVED'::text) OR (requested_by_kind <> 'USER'::text) OR (decided_by <> requested_by) OR (COALESCE(is_alone, false) AND COALESCE((confirmed_by = decided_by), false) AND COALESCE((decided_at >= sends_at), false)))) NOT VALID,
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETE'::text, 'FAILED'::text]))),
  constraint refunds_step_check CHECK ((step = ANY (ARRAY['RESERVE'::text, 'TAKE_BACK'::text, 'KEY'::text, 'APPROVE'::text, 'SEND'::text, 'WATCH'::text, 'DONE'::text]))) NOT VALID,
  constraint refunds_step_status_check CHECK (((status = 'PENDING'::text) = (step <> 'DONE'::text))),
  constraint refunds_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges(id),
  constraint refunds_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id)
);

create table schema_migrations (
  namespace text not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (namespace, name)
);

create table set_aside (
  store_id text not null,
  dev_mode boolean not null,
  job text not null,
  id text not null,
  failures integer not null,
  since timestamp with time zone not null,
  run_at timestamp with time zone not null,
  constraint set_aside_pkey PRIMARY KEY (store_id, dev_mode, job, id)
);

create table simulated_disputes (
  charge_id text not null,
  store_id text not null,
  dev_mode boolean not null,
  run_at timestamp with time zone not null,
  constraint simulated_disputes_pkey PRIMARY KEY (charge_id),
  constraint simulated_disputes_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges(id)
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
  merchant_name text not null,
  merchant_city text not null,
  pix_fee_cents bigint not null,
  boleto_fee_cents bigint not null,
  card_single_basis_points integer not null,
  card_short_basis_points integer not null,
  card_long_basis_points integer not null,
  card_fixed_fee_cents bigint not null,
  automatic_pix_dev boolean not null,
  automatic_pix_prod boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  methods_dev text[] default '{PIX,BOLETO,CARD}'::text[] not null,
  methods_prod text[] default '{PIX,BOLETO,CARD}'::text[] not null,
  boleto_settlement_days smallint default 1 not null,
  card_settlement_days smallint default 30 not null,
  is_closed boolean default false not null,
  version bigint default 0 not null,
  refund_overdraft_cents bigint default 0 not null,
  merchant_legal_name text,
  merchant_tax_id_sealed bytea,
  minimum_checkout_cents bigint,
  minimum_boleto_cents bigint,
  constraint store_settings_pkey PRIMARY KEY (store_id),
  constraint store_settings_boleto_fee_check CHECK ((boleto_fee_cents >= 0)),
  constraint store_settings_card_basis_points_check CHECK ((((card_single_basis_points >= 0) AND (card_single_basis_points <= 9999)) AND ((card_short_basis_points >= 0) AND (card_short_basis_points <= 9999)) AND ((card_long_basis_points >= 0) AND (card_long_basis_points <= 9999)))),
  constraint store_settings_card_fixed_fee_check CHECK ((card_fixed_fee_cents >= 0)),
  constraint store_settings_pix_fee_check CHECK ((pix_fee_cents >= 0))
);

create table stripe_accounts (
  store_id text not null,
  settings_sealed bytea not null,
  segment_fingerprint bytea not null,
  segment_sealed bytea not null,
  account_id text not null,
  live_mode boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  webhook_sealed bytea,
  owner text,
  constraint stripe_accounts_pkey PRIMARY KEY (store_id),
  constraint stripe_accounts_owner_check CHECK ((owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text])))
);

create table stripe_dispute_asks (
  store_id text not null,
  dispute_id text not null,
  state text not null,
  asked_since timestamp with time zone not null,
  next_ask_at timestamp with time zone not null,
  constraint stripe_dispute_asks_pkey PRIMARY KEY (store_id, dispute_id)
);

create table stripe_entries (
  store_id text not null,
  id text not null,
  type text not null,
  source text,
  reference text,
  amount_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  occurred_at timestamp with time zone not null,
  constraint stripe_entries_pkey PRIMARY KEY (store_id, id),
  constraint stripe_entries_net_check CHECK ((net_cents = (amount_cents - fee_cents)))
);

create table stripe_events (
  store_id text not null,
  id text not null,
  received_at timestamp with time zone not null,
  constraint stripe_events_pkey PRIMARY KEY (store_id, id)
);

create table stripe_money_reads (
  store_id text not null,
  account_id text not null,
  read_to timestamp with time zone,
  pass_since timestamp with time zone,
  pass_newest_at timestamp with time zone,
  pass_after text,
  revision bigint not null,
  constraint stripe_money_reads_pkey PRIMARY KEY (store_id),
  constraint stripe_money_reads_pass_check CHECK (((pass_after IS NULL) = (pass_since IS NULL)))
);

create table stripe_syncs (
  store_id text not null,
  kind text not null,
  object_id text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  revision bigint default 1 not null,
  requested_at timestamp with time zone not null,
  has_charge boolean default false not null,
  constraint stripe_syncs_pkey PRIMARY KEY (store_id, kind, object_id),
  constraint stripe_syncs_kind_check CHECK ((kind = ANY (ARRAY['INTENT'::text, 'REFUND'::text, 'DISPUTE'::text, 'DISPUTES'::text, 'MONEY'::text])))
);

CREATE INDEX account_health_updated_at_idx ON public.account_health USING btree (updated_at);

CREATE INDEX agreements_abandoned_idx ON public.agreements USING btree (updated_at) WHERE ((status = 'STARTING'::text) AND (charge_id IS NULL));

CREATE UNIQUE INDEX agreements_active_idx ON public.agreements USING btree (checkout_id, customer_id) WHERE (status = 'ACTIVE'::text);

CREATE INDEX agreements_customer_idx ON public.agreements USING btree (store_id, dev_mode, customer_id);

CREATE INDEX agreements_starting_idx ON public.agreements USING btree (checkout_id) WHERE ((status = 'STARTING'::text) AND (charge_id IS NULL));

CREATE UNIQUE INDEX asaas_accounts_segment_idx ON public.asaas_accounts USING btree (segment_fingerprint);

CREATE INDEX asaas_calls_started_at_idx ON public.asaas_calls USING btree (started_at);

CREATE UNIQUE INDEX asaas_entries_key_payment_idx ON public.asaas_entries USING btree (store_id, account_id, explained_as, explained_by) WHERE (explained_as = ANY (ARRAY['KEY_PAYMENT'::text, 'KEY_PAYMENT_RETURN'::text]));

CREATE UNIQUE INDEX asaas_entries_once_idx ON public.asaas_entries USING btree (store_id, account_id, explained_as, explained_by) WHERE (explained_as = ANY (ARRAY['PAYMENT'::text, 'OVERPAYMENT'::text, 'REFUND'::text, 'OVERPAYMENT_RETURN'::text, 'PAYOUT'::text]));

CREATE INDEX asaas_entries_unexplained_idx ON public.asaas_entries USING btree (store_id, account_id, day) WHERE (explained_as IS NULL);

CREATE INDEX asaas_events_received_at_idx ON public.asaas_events USING btree (received_at);

CREATE INDEX asaas_money_reads_run_at_idx ON public.asaas_money_reads USING btree (run_at);

CREATE UNIQUE INDEX asaas_returns_return_idx ON public.asaas_returns USING btree (store_id, return_id);

CREATE INDEX asaas_syncs_run_at_idx ON public.asaas_syncs USING btree (run_at);

CREATE INDEX begun_payments_run_at_idx ON public.begun_payments USING btree (run_at);

CREATE INDEX card_replacements_created_at_idx ON public.card_replacements USING btree (created_at);

CREATE INDEX card_replacements_reference_idx ON public.card_replacements USING btree (store_id, dev_mode, reference) WHERE (status = 'WAITING'::text);

CREATE INDEX card_replacements_run_at_idx ON public.card_replacements USING btree (run_at) WHERE (status = 'WAITING'::text);

CREATE UNIQUE INDEX card_replacements_waiting_idx ON public.card_replacements USING btree (store_id, dev_mode, subscription_id) WHERE (status = 'WAITING'::text);

CREATE UNIQUE INDEX card_tokens_card_id_idx ON public.card_tokens USING btree (card_id);

CREATE INDEX card_tokens_expires_at_idx ON public.card_tokens USING btree (expires_at);

CREATE UNIQUE INDEX cards_token_hash_idx ON public.cards USING btree (store_id, dev_mode, token_hash);

CREATE INDEX charge_orphans_created_at_idx ON public.charge_orphans USING btree (created_at);

CREATE INDEX charge_orphans_run_at_idx ON public.charge_orphans USING btree (run_at) WHERE (run_at IS NOT NULL);

CREATE INDEX charges_action_due_idx ON public.charges USING btree (action_due_at) WHERE (action_due_at IS NOT NULL);

CREATE INDEX charges_amount_order_idx ON public.charges USING btree (store_id, dev_mode, amount_cents, sort_key);

CREATE INDEX charges_card_digits_idx ON public.charges USING btree (store_id, dev_mode, card_last_four, sort_key DESC) WHERE (card_last_four IS NOT NULL);

CREATE INDEX charges_checkout_idx ON public.charges USING btree (store_id, dev_mode, checkout_id, sort_key DESC) WHERE (checkout_id IS NOT NULL);

CREATE UNIQUE INDEX charges_checkout_open_pix_idx ON public.charges USING btree (checkout_id) WHERE ((origin = 'CHECKOUT'::text) AND (method = 'PIX'::text) AND (status = 'PENDING'::text));

CREATE INDEX charges_checkout_paid_idx ON public.charges USING btree (store_id, dev_mode, checkout_id, sort_key DESC) WHERE ((checkout_id IS NOT NULL) AND (paid_at IS NOT NULL));

CREATE INDEX charges_customer_list_idx ON public.charges USING btree (store_id, dev_mode, customer_id, sort_key DESC) WHERE (customer_id IS NOT NULL);

CREATE INDEX charges_dev_due_idx ON public.charges USING btree (store_id, COALESCE(payable_until, expires_at, expires_at)) WHERE (dev_mode AND (status = 'PENDING'::text));

CREATE UNIQUE INDEX charges_end_to_end_id_idx ON public.charges USING btree (end_to_end_id) WHERE (end_to_end_id IS NOT NULL);

CREATE INDEX charges_open_card_idx ON public.charges USING btree (updated_at) WHERE ((method = 'CARD'::text) AND (status = 'PENDING'::text));

CREATE INDEX charges_paid_idx ON public.charges USING btree (store_id, dev_mode, paid_at) WHERE (paid_at IS NOT NULL);

CREATE INDEX charges_payable_until_idx ON public.charges USING btree (COALESCE(payable_until, expires_at)) WHERE (status = 'PENDING'::text);

CREATE INDEX charges_payer_idx ON public.charges USING btree (store_id, dev_mode, payer_ref, id) WHERE (payer_ref IS NOT NULL);

CREATE INDEX charges_payer_name_idx ON public.charges USING btree (store_id, dev_mode, fold_name(payer_name) COLLATE "C", sort_key DESC) WHERE (payer_name IS NOT NULL);

CREATE UNIQUE INDEX charges_payment_reference_idx ON public.charges USING btree (provider, payment_reference) WHERE (payment_reference IS NOT NULL);

CREATE INDEX charges_store_external_id_idx ON public.charges USING btree (store_id, dev_mode, external_id, sort_key DESC) WHERE (external_id IS NOT NULL);

CREATE INDEX charges_store_origin_idx ON public.charges USING btree (store_id, dev_mode, origin, sort_key DESC);

CREATE INDEX charges_store_status_idx ON public.charges USING btree (store_id, dev_mode, origin, status, method, sort_key DESC);

CREATE INDEX charges_subscription_idx ON public.charges USING btree (store_id, dev_mode, subscription_id, sort_key DESC) WHERE (subscription_id IS NOT NULL);

CREATE UNIQUE INDEX charges_txid_idx ON public.charges USING btree (txid) WHERE (txid IS NOT NULL);

CREATE UNIQUE INDEX charges_upsell_idx ON public.charges USING btree (checkout_id) WHERE (upsell_item IS NOT NULL);

CREATE INDEX charges_visitor_idx ON public.charges USING btree (checkout_id, visitor, sort_key DESC) WHERE (visitor IS NOT NULL);

CREATE UNIQUE INDEX charges_visitor_open_pix_idx ON public.charges USING btree (checkout_id, visitor) WHERE ((origin = 'PAYMENT_LINK'::text) AND (visitor IS NOT NULL) AND (method = 'PIX'::text) AND (status = 'PENDING'::text));

CREATE UNIQUE INDEX checkouts_cycle_idx ON public.checkouts USING btree (subscription_id, cycle_number) WHERE (frequency = 'CYCLE'::text);

CREATE INDEX checkouts_dev_due_idx ON public.checkouts USING btree (store_id, expires_at) WHERE (dev_mode AND (status = 'PENDING'::text) AND (expires_at IS NOT NULL));

CREATE INDEX checkouts_expiry_idx ON public.checkouts USING btree (expires_at) WHERE ((status = 'PENDING'::text) AND (expires_at IS NOT NULL));

CREATE INDEX checkouts_store_boleto_idx ON public.checkouts USING btree (store_id, dev_mode, id DESC) WHERE ('BOLETO'::text = ANY (methods));

CREATE INDEX checkouts_store_card_idx ON public.checkouts USING btree (store_id, dev_mode, id DESC) WHERE ('CARD'::text = ANY (methods));

CREATE INDEX checkouts_store_customer_idx ON public.checkouts USING btree (store_id, dev_mode, customer_id, id DESC) WHERE (customer_id IS NOT NULL);

CREATE UNIQUE INDEX checkouts_store_external_id_idx ON public.checkouts USING btree (store_id, dev_mode, external_id) WHERE ((external_id IS NOT NULL) AND (NOT external_id_is_label) AND (status <> ALL (ARRAY['CANCELLED'::text, 'EXPIRED'::text])));

CREATE INDEX checkouts_store_external_id_lookup_idx ON public.checkouts USING btree (store_id, dev_mode, external_id, id DESC) WHERE (external_id IS NOT NULL);

CREATE INDEX checkouts_store_frequency_idx ON public.checkouts USING btree (store_id, dev_mode, frequency, id DESC);

CREATE INDEX checkouts_store_pix_idx ON public.checkouts USING btree (store_id, dev_mode, id DESC) WHERE ('PIX'::text = ANY (methods));

CREATE INDEX checkouts_store_status_idx ON public.checkouts USING btree (store_id, dev_mode, frequency, status, id DESC);

CREATE INDEX coupon_redemptions_charge_idx ON public.coupon_redemptions USING btree (charge_id, coupon_id) WHERE (charge_id IS NOT NULL);

CREATE INDEX coupon_redemptions_checkout_idx ON public.coupon_redemptions USING btree (store_id, dev_mode, checkout_id);

CREATE INDEX coupon_redemptions_freed_idx ON public.coupon_redemptions USING btree (id) WHERE (status = 'FREED'::text);

CREATE INDEX coupons_deleted_code_idx ON public.coupons USING btree (store_id, dev_mode, code_folded, id DESC) WHERE (status = 'DELETED'::text);

CREATE INDEX coupons_deleted_key_idx ON public.coupons USING btree (store_id, dev_mode, COALESCE(code_key, code_folded), id DESC) WHERE (status = 'DELETED'::text);

CREATE UNIQUE INDEX coupons_store_code_idx ON public.coupons USING btree (store_id, dev_mode, code_folded) WHERE (status <> 'DELETED'::text);

CREATE INDEX coupons_store_id_idx ON public.coupons USING btree (store_id, dev_mode, id DESC);

CREATE UNIQUE INDEX coupons_store_key_idx ON public.coupons USING btree (store_id, dev_mode, COALESCE(code_key, code_folded)) WHERE (status <> 'DELETED'::text);

CREATE INDEX coupons_store_status_idx ON public.coupons USING btree (store_id, dev_mode, status, id DESC);

CREATE UNIQUE INDEX customer_portals_subject_idx ON public.customer_portals USING btree (store_id, dev_mode, customer_id, checkout_id);

CREATE UNIQUE INDEX customer_portals_token_idx ON public.customer_portals USING btree (token_hash);

CREATE INDEX customers_deleted_email_idx ON public.customers USING btree (store_id, dev_mode, email_folded) WHERE (deleted_at IS NOT NULL);

CREATE INDEX customers_deleted_tax_id_idx ON public.customers USING btree (store_id, dev_mode, tax_id_fingerprint) WHERE (deleted_at IS NOT NULL);

CREATE INDEX customers_store_cellphone_idx ON public.customers USING btree (store_id, dev_mode, cellphone_digits, id DESC) WHERE ((deleted_at IS NULL) AND (cellphone_digits IS NOT NULL));

CREATE INDEX customers_store_email_idx ON public.customers USING btree (store_id, dev_mode, email_folded, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX customers_store_list_idx ON public.customers USING btree (store_id, dev_mode, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX customers_store_name_idx ON public.customers USING btree (store_id, dev_mode, name_folded text_pattern_ops, id) WHERE ((deleted_at IS NULL) AND (name_folded IS NOT NULL));

CREATE UNIQUE INDEX customers_store_tax_id_idx ON public.customers USING btree (store_id, dev_mode, tax_id_fingerprint) WHERE ((deleted_at IS NULL) AND (tax_id_fingerprint IS NOT NULL));

CREATE INDEX dispute_answers_dispute_id_idx ON public.dispute_answers USING btree (dispute_id, id DESC);

CREATE INDEX dispute_answers_run_at_idx ON public.dispute_answers USING btree (run_at) WHERE (status = 'SENDING'::text);

CREATE UNIQUE INDEX dispute_answers_sending_idx ON public.dispute_answers USING btree (dispute_id) WHERE (status = 'SENDING'::text);

CREATE INDEX dispute_files_answer_id_idx ON public.dispute_files USING btree (answer_id) WHERE (answer_id IS NOT NULL);

CREATE INDEX dispute_files_dispute_id_idx ON public.dispute_files USING btree (dispute_id, id);

CREATE INDEX dispute_files_held_idx ON public.dispute_files USING btree (created_at) WHERE (content_sealed IS NOT NULL);

CREATE INDEX disputes_charge_idx ON public.disputes USING btree (charge_id, id DESC);

CREATE UNIQUE INDEX disputes_open_idx ON public.disputes USING btree (charge_id) WHERE (status = 'OPEN'::text);

CREATE UNIQUE INDEX disputes_reference_idx ON public.disputes USING btree (store_id, dev_mode, provider, reference) WHERE (reference IS NOT NULL);

CREATE INDEX disputes_store_idx ON public.disputes USING btree (store_id, dev_mode, id DESC);

CREATE INDEX disputes_store_open_idx ON public.disputes USING btree (store_id, dev_mode, answer_state, id DESC) WHERE (status = 'OPEN'::text);

CREATE INDEX erasures_run_at_idx ON public.erasures USING btree (run_at) WHERE (run_at IS NOT NULL);

CREATE INDEX files_product_id_idx ON public.files USING btree (store_id, dev_mode, product_id) WHERE (product_id IS NOT NULL);

CREATE INDEX files_unused_idx ON public.files USING btree (created_at) WHERE (product_id IS NULL);

CREATE INDEX former_pix_codes_charge_idx ON public.former_pix_codes USING btree (store_id, charge_id);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX inbox_received_at_idx ON public.inbox USING btree (received_at);

CREATE INDEX key_payments_due_idx ON public.key_payments USING btree (run_at) WHERE (status = 'RETURNING'::text);

CREATE UNIQUE INDEX key_payments_end_to_end_id_idx ON public.key_payments USING btree (end_to_end_id, account);

CREATE INDEX key_payments_payer_idx ON public.key_payments USING btree (store_id, dev_mode, payer_ref) WHERE (payer_ref IS NOT NULL);

CREATE INDEX key_payments_payer_name_idx ON public.key_payments USING btree (store_id, dev_mode, lower(payer_name) text_pattern_ops) WHERE (payer_name IS NOT NULL);

CREATE INDEX key_payments_store_id_idx ON public.key_payments USING btree (store_id, dev_mode, id DESC);

CREATE INDEX key_payments_store_status_idx ON public.key_payments USING btree (store_id, dev_mode, status, id DESC);

CREATE INDEX page_attempts_age_idx ON public.page_attempts USING btree (attempted_at);

CREATE INDEX page_attempts_card_idx ON public.page_attempts USING btree (store_id, dev_mode, card, attempted_at) WHERE (card IS NOT NULL);

CREATE INDEX page_attempts_page_idx ON public.page_attempts USING btree (store_id, dev_mode, kind, checkout_id, client, attempted_at);

CREATE INDEX page_attempts_store_idx ON public.page_attempts USING btree (store_id, dev_mode, attempted_at) WHERE (kind = 'CARD'::text);

CREATE UNIQUE INDEX pix_accounts_segment_idx ON public.pix_accounts USING btree (segment_fingerprint);

CREATE UNIQUE INDEX pix_authorizations_bank_idx ON public.pix_authorizations USING btree (store_id, authorization_id) WHERE (authorization_id IS NOT NULL);

CREATE UNIQUE INDEX pix_authorizations_txid_idx ON public.pix_authorizations USING btree (store_id, txid);

CREATE INDEX pix_debits_charge_idx ON public.pix_debits USING btree (store_id, charge_id);

CREATE UNIQUE INDEX pix_debits_cycle_idx ON public.pix_debits USING btree (store_id, subscription_id, cycle_number) WHERE (step <> 'DONE'::text);

CREATE INDEX pix_debits_late_idx ON public.pix_debits USING btree (collect_on) WHERE ((step = ANY (ARRAY['SEND'::text, 'SENT'::text])) AND (NOT is_accepted));

CREATE INDEX pix_inboxes_account_idx ON public.pix_inboxes USING btree (account);

CREATE UNIQUE INDEX pix_inboxes_current_account_idx ON public.pix_inboxes USING btree (store_id, provider) WHERE is_current;

CREATE INDEX pix_inboxes_due_idx ON public.pix_inboxes USING btree (run_at) WHERE is_current;

CREATE INDEX pix_inboxes_login_idx ON public.pix_inboxes USING btree (login) WHERE (login IS NOT NULL);

CREATE INDEX pix_syncs_run_at_idx ON public.pix_syncs USING btree (run_at);

CREATE UNIQUE INDEX products_store_external_id_idx ON public.products USING btree (store_id, dev_mode, external_id) WHERE (deleted_at IS NULL);

CREATE INDEX products_store_id_idx ON public.products USING btree (store_id, dev_mode, id DESC);

CREATE INDEX products_store_status_idx ON public.products USING btree (store_id, dev_mode, status, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX refund_requests_charge_idx ON public.refund_requests USING btree (store_id, dev_mode, charge_id, id DESC);

CREATE INDEX refund_requests_customer_idx ON public.refund_requests USING btree (store_id, dev_mode, customer_id, id DESC);

CREATE INDEX refund_requests_list_idx ON public.refund_requests USING btree (store_id, dev_mode, id DESC);

CREATE UNIQUE INDEX refund_requests_open_idx ON public.refund_requests USING btree (store_id, dev_mode, charge_id) WHERE (status = 'OPEN'::text);

CREATE UNIQUE INDEX refund_requests_refund_idx ON public.refund_requests USING btree (refund_id) WHERE (refund_id IS NOT NULL);

CREATE INDEX refund_requests_status_idx ON public.refund_requests USING btree (store_id, dev_mode, status, id DESC);

CREATE INDEX refunds_approval_idx ON public.refunds USING btree (store_id, dev_mode, approval_status, id) WHERE (approval_status IS NOT NULL);

CREATE INDEX refunds_dev_due_idx ON public.refunds USING btree (store_id, run_at) WHERE (dev_mode AND (step = ANY (ARRAY['SEND'::text, 'WATCH'::text])));

CREATE INDEX refunds_dev_next_idx ON public.refunds USING btree (store_id, run_at) WHERE (dev_mode AND (step = ANY (ARRAY['APPROVE'::text, 'SEND'::text, 'WATCH'::text])));

CREATE INDEX refunds_due_idx ON public.refunds USING btree (run_at) WHERE (step = ANY (ARRAY['RESERVE'::text, 'TAKE_BACK'::text, 'APPROVE'::text, 'SEND'::text, 'WATCH'::text]));

CREATE INDEX refunds_of_charge_idx ON public.refunds USING btree (charge_id);

CREATE INDEX refunds_original_id_idx ON public.refunds USING btree (store_id, dev_mode, original_id, id DESC);

CREATE UNIQUE INDEX refunds_overpayment_idx ON public.refunds USING btree (provider, target) WHERE (kind = 'OVERPAYMENT'::text);

CREATE UNIQUE INDEX refunds_pending_idx ON public.refunds USING btree (charge_id) WHERE ((kind = 'REQUESTED'::text) AND (status = 'PENDING'::text));

CREATE INDEX refunds_store_id_idx ON public.refunds USING btree (store_id, dev_mode, id DESC);

CREATE INDEX refunds_store_status_idx ON public.refunds USING btree (store_id, dev_mode, status, id DESC);

CREATE INDEX refunds_waiting_idx ON public.refunds USING btree (store_id, dev_mode, id DESC) WHERE ((kind = 'OVERPAYMENT'::text) AND ((step = 'KEY'::text) OR (status = 'FAILED'::text)));

CREATE INDEX refunds_work_idx ON public.refunds USING btree (run_at) WHERE (step = ANY (ARRAY['RESERVE'::text, 'TAKE_BACK'::text, 'SEND'::text, 'WATCH'::text]));

CREATE INDEX set_aside_run_at_idx ON public.set_aside USING btree (run_at);

CREATE INDEX simulated_disputes_due_idx ON public.simulated_disputes USING btree (store_id, run_at);

CREATE INDEX simulated_disputes_run_at_idx ON public.simulated_disputes USING btree (run_at);

CREATE INDEX store_clocks_changed_at_idx ON public.store_clocks USING btree (changed_at);

CREATE UNIQUE INDEX stripe_accounts_segment_idx ON public.stripe_accounts USING btree (segment_fingerprint);

CREATE INDEX stripe_dispute_asks_age_idx ON public.stripe_dispute_asks USING btree (asked_since);

CREATE INDEX stripe_entries_occurred_at_idx ON public.stripe_entries USING btree (store_id, occurred_at);

CREATE INDEX stripe_events_received_at_idx ON public.stripe_events USING btree (received_at);

CREATE INDEX stripe_syncs_run_at_idx ON public.stripe_syncs USING btree (run_at);

CREATE OR REPLACE FUNCTION public.fold_name(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(translate($1,
    'ÁÀÂÃÄÅáàâãäåÇçÉÈÊËéèêëÍÌÎÏíìîïÑñÓÒÔÕÖóòôõöÚÙÛÜúùûüÝýÿ',
    'AAAAAAaaaaaaCcEEEEeeeeIIIIiiiiNnOOOOOoooooUUUUuuuuYyy'))
$function$
;
