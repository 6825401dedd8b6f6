set local lock_timeout = '5s';

-- One attempt to collect one amount by one method, whatever asked for it.
create table charges (
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  external_id text,
  method text not null constraint charges_method_check check (method in ('PIX', 'BOLETO', 'CARD')),
  origin text not null constraint charges_origin_check
    check (origin in ('TRANSPARENT', 'CHECKOUT', 'PAYMENT_LINK', 'SUBSCRIPTION')),
  checkout_id text references checkouts (id),
  customer_id text references customers (id),
  amount_cents bigint not null constraint charges_amount_check check (amount_cents >= 100),
  paid_amount_cents bigint constraint charges_paid_amount_check check (paid_amount_cents >= 0),
  platform_fee_cents bigint not null,
  status text not null constraint charges_status_check check (
    status in ('PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'FAILED', 'REFUNDED', 'UNDER_DISPUTE', 'CHARGED_BACK')
  ),
  description text,
  metadata json not null constraint charges_metadata_size_check check (octet_length(metadata::text) <= 16384),
  ensure_same_tax_id boolean not null,
  provider text not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  txid text,
  br_code text,
  qr_png bytea,
  end_to_end_id text,
  -- Who paid, as the provider told it; of the tax id only the masked form is ever needed again.
  payer_name text,
  payer_masked_tax_id text,
  payer_is_customer boolean,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Charge ids have several prefixes; without the prefix they sort by creation.
  sort_key text not null generated always as (right(id, 24)) stored,
  -- A charge that earns nothing for the store is refused before it exists.
  constraint charges_fee_check check (platform_fee_cents >= 0 and platform_fee_cents < amount_cents),
  constraint charges_pix_check check (method <> 'PIX' or (txid is not null and br_code is not null and qr_png is not null)),
  constraint charges_paid_check check (status not in ('PAID', 'REFUNDED', 'UNDER_DISPUTE', 'CHARGED_BACK') or paid_at is not null),
  constraint charges_origin_checkout_check check ((origin in ('CHECKOUT', 'PAYMENT_LINK')) = (checkout_id is not null))
);

-- A PNG is deflated already; trying to compress it again only costs time on every insert.
alter table charges alter column qr_png set storage external;

-- Lists of transparent charges, newest first, and their cursors; charges of checkouts are never listed here.
create index charges_store_transparent_idx on charges (store_id, dev_mode, sort_key desc) where origin = 'TRANSPARENT';

-- Lists of transparent charges by the caller's own id.
create index charges_store_external_id_idx on charges (store_id, dev_mode, external_id, sort_key desc)
  where external_id is not null;

-- The payments of a checkout, newest first.
create index charges_checkout_idx on charges (store_id, dev_mode, checkout_id, sort_key desc) where checkout_id is not null;

-- At most one open Pix charge per checkout, however many pages ask for it at once.
create unique index charges_checkout_open_pix_idx on charges (checkout_id)
  where checkout_id is not null and method = 'PIX' and status = 'PENDING';

-- The expiry job's queue; what is no longer pending leaves it.
create index charges_expiry_idx on charges (expires_at) where status = 'PENDING';

-- A provider's notice names the charge by its txid.
create unique index charges_txid_idx on charges (txid) where txid is not null;

-- One Pix transfer pays one charge.
create unique index charges_end_to_end_id_idx on charges (end_to_end_id) where end_to_end_id is not null;
