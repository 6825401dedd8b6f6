set local lock_timeout = '5s';

-- When a coupon can be redeemed: from starts_at until just before expires_at, store time. Null: without that bound, as every
-- coupon was before.
alter table coupons
  add column starts_at timestamptz,
  add column expires_at timestamptz;
