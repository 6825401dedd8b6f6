set local lock_timeout = '5s';

-- What the buyer of a checkout is offered after the payment (docs/behaviour/checkouts.md#upsell). Null: nothing.
alter table checkouts
  add column upsell_product_id text,
  add constraint checkouts_upsell_check check (upsell_product_id is null or frequency = 'ONE_TIME') not valid;

-- What such a charge pays for, as it was sold: an item as those of its checkout. Null: the charge pays its checkout. Nothing of
-- it goes to sub-accounts, and no coupon is of it.
alter table charges
  add column upsell_item jsonb,
  add constraint charges_upsell_check check (
    upsell_item is null or (origin = 'CHECKOUT' and splits is null and surcharge_cents is null and coupons = '{}')
  ) not valid;
