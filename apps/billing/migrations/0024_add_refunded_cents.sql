set lock_timeout = '5s';

-- What is back with the payer, by one refund or several. Charges and checkouts that were REFUNDED before, or are by the
-- version before, keep 0: they are read as refunded whole. A link has no such status; its sum is filled in by the next.
alter table charges
  add column refunded_cents bigint not null default 0,
  add constraint charges_refunded_check
    check (refunded_cents between 0 and coalesce(paid_amount_cents, 0)) not valid;
alter table checkouts
  add column refunded_cents bigint not null default 0,
  add constraint checkouts_refunded_check
    check (refunded_cents between 0 and coalesce(paid_amount_cents, 0)) not valid;
