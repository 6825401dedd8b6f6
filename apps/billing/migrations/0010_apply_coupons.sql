set local lock_timeout = '5s';

alter table checkouts
  -- Codes this checkout accepts; with none, any of the store's when allow_coupons.
  add column coupons text[] not null default '{}',
  add column allow_coupons boolean not null default false,
  -- Codes that were applied, in the order of their discounts; amount_cents is without discount_cents.
  add column coupons_used text[] not null default '{}',
  add column discount_cents bigint not null default 0
    constraint checkouts_discount_check check (discount_cents >= 0),
  add column interest_basis_points integer,
  add column fine_kind text constraint checkouts_fine_kind_check check (fine_kind in ('PERCENTAGE', 'FIXED')),
  add column fine_value bigint,
  drop constraint checkouts_amount_check,
  -- Coupons may take the whole amount, but never leave less than a charge can be.
  add constraint checkouts_amount_check check (amount_cents = 0 or amount_cents >= 100) not valid;
alter table checkouts validate constraint checkouts_amount_check;

-- One use of a coupon by a checkout, or by one payment of a link. It counts from the moment it is reserved; a closed
-- checkout sets it FREED, and the coupon counts it back in the order coupon before checkout.
create table coupon_redemptions (
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  coupon_id text not null references coupons (id),
  checkout_id text not null references checkouts (id),
  -- Only of links, where each payment applies its own coupons.
  charge_id text,
  status text not null
    constraint coupon_redemptions_status_check check (status in ('RESERVED', 'CONFIRMED', 'FREED', 'RELEASED')),
  discount_cents bigint not null constraint coupon_redemptions_discount_check check (discount_cents >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- The redemptions of a checkout or of one charge of a link.
create index coupon_redemptions_checkout_idx on coupon_redemptions (store_id, dev_mode, checkout_id);

-- What the coupons have still to count back; emptied within a second.
create index coupon_redemptions_freed_idx on coupon_redemptions (id) where status = 'FREED';
