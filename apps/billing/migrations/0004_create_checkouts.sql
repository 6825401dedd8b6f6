set local lock_timeout = '5s';

create table checkouts (
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  external_id text,
  -- v1 billing: the external id names nothing and may repeat.
  external_id_is_label boolean not null,
  frequency text not null constraint checkouts_frequency_check
    check (frequency in ('ONE_TIME', 'MULTIPLE_PAYMENTS', 'SUBSCRIPTION')),
  status text not null constraint checkouts_status_check
    check (status in ('PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'REFUNDED', 'ACTIVE')),
  amount_cents bigint not null constraint checkouts_amount_check check (amount_cents >= 100),
  -- Accumulates on payment links.
  paid_amount_cents bigint constraint checkouts_paid_amount_check check (paid_amount_cents >= 0),
  platform_fee_cents bigint not null constraint checkouts_platform_fee_check check (platform_fee_cents >= 0),
  -- The lines as they were sold: names and prices never change with the catalogue, and they are always read whole.
  items jsonb not null,
  methods text[] not null constraint checkouts_methods_check
    check (cardinality(methods) between 1 and 3 and methods <@ array['PIX', 'CARD', 'BOLETO']),
  customer_id text references customers (id),
  -- Who the creator named, so that a repeat of the create is judged by its own words even after a payer was filled in.
  requested_customer_id text references customers (id),
  return_url text,
  completion_url text,
  due_date date,
  max_installments integer not null constraint checkouts_max_installments_check check (max_installments between 1 and 12),
  installments_count integer,
  skip_customer boolean not null,
  skip_review boolean not null,
  metadata json not null constraint checkouts_metadata_size_check check (octet_length(metadata::text) <= 16384),
  -- Null for payment links, which are open until they are deleted.
  expires_at timestamptz,
  -- The charge whose receipt this checkout shows.
  paid_charge_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint checkouts_link_status_check check ((frequency = 'MULTIPLE_PAYMENTS') or status <> 'ACTIVE')
);

-- Lists, newest first, and their cursors.
create index checkouts_store_id_idx on checkouts (store_id, dev_mode, id desc);

-- An external id answers its live record; a cancelled or expired one frees it. Also what makes parallel creates one.
create unique index checkouts_store_external_id_idx on checkouts (store_id, dev_mode, external_id)
  where external_id is not null and not external_id_is_label and status not in ('CANCELLED', 'EXPIRED');

-- Look-ups by external id also find expired, cancelled and v1 records.
create index checkouts_store_external_id_lookup_idx on checkouts (store_id, dev_mode, external_id, id desc)
  where external_id is not null;

-- Look-ups and lists by customer.
create index checkouts_store_customer_idx on checkouts (store_id, dev_mode, customer_id, id desc)
  where customer_id is not null;

-- The expiry job's queue; paid and cancelled checkouts leave it.
create index checkouts_expiry_idx on checkouts (expires_at) where status = 'PENDING' and expires_at is not null;
