set local lock_timeout = '5s';

-- What earlier cycles left, because it was too little to be collected; the next cycle is asked for it.
alter table subscriptions add column carried_cents bigint not null default 0;

alter table cycles
  -- What earlier cycles left, and what this one leaves to the next.
  add column carried_in_cents bigint not null default 0,
  add column carried_out_cents bigint not null default 0;

-- amount_cents is what is due until the cycle is paid, and then what was collected.
alter table cycles
  drop constraint cycles_amount_check,
  add constraint cycles_amount_check check (
    discount_cents >= 0 and usage_cents >= 0 and carried_in_cents >= 0 and carried_out_cents >= 0 and amount_cents >= 0
    and amount_cents = unit_price_cents * quantity - discount_cents + usage_cents + carried_in_cents - carried_out_cents
  ) not valid;
