set local lock_timeout = '5s';

-- An order that coupons leave nothing to pay of is a PAID charge of 0 by the method FREE, so that every list has it.
alter table charges
  drop constraint charges_method_check,
  add constraint charges_method_check check (method in ('PIX', 'BOLETO', 'CARD', 'FREE')) not valid,
  drop constraint charges_amount_check,
  add constraint charges_amount_check check (case method when 'FREE' then amount_cents = 0 else amount_cents >= 100 end)
    not valid,
  drop constraint charges_fee_check,
  add constraint charges_fee_check check (
    case method when 'FREE' then platform_fee_cents = 0
      else platform_fee_cents >= 0 and platform_fee_cents < amount_cents end
  ) not valid,
  add constraint charges_free_check check (
    method <> 'FREE' or (status = 'PAID' and paid_amount_cents = 0 and origin in ('CHECKOUT', 'PAYMENT_LINK'))
  ) not valid;
