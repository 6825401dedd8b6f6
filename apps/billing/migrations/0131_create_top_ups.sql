-- no-transaction
set lock_timeout = '5s';

-- A top-up is a charge that a store pays itself. Not valid first, so that the exclusive lock lasts a moment; the scan that
-- proves the old rows blocks nobody.
alter table charges
  drop constraint if exists charges_origin_check,
  add constraint charges_origin_check check (
    origin in ('TRANSPARENT', 'CHECKOUT', 'PAYMENT_LINK', 'SUBSCRIPTION', 'TOP_UP')
  ) not valid,
  drop constraint if exists charges_origin_checkout_check,
  add constraint charges_origin_checkout_check check (
    (origin not in ('TRANSPARENT', 'TOP_UP')) = (checkout_id is not null)
  ) not valid,
  drop constraint if exists charges_top_up_check,
  add constraint charges_top_up_check check (
    origin <> 'TOP_UP' or (
      method = 'PIX' and platform_fee_cents = 0 and refunded_cents = 0
      and status in ('PENDING', 'PAID', 'EXPIRED', 'CANCELLED')
    )
  ) not valid;
alter table charges validate constraint charges_origin_check;
alter table charges validate constraint charges_origin_checkout_check;
alter table charges validate constraint charges_top_up_check;
