-- no-transaction
set lock_timeout = '5s';

-- Whether a subscription has redeemed a coupon: under its own id, or that of its first charge.
drop index concurrently if exists coupon_redemptions_charge_idx;
create index concurrently coupon_redemptions_charge_idx on coupon_redemptions (charge_id, coupon_id)
  where charge_id is not null;
