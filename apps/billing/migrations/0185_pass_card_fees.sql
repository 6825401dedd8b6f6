set local lock_timeout = '5s';

-- Whether payers by card pay the store's fee on top of the amount (docs/behaviour/money.md#passed-fees).
alter table checkouts add column passes_fees boolean not null default false;

-- What of a charge's amount is above the price, where its payer pays the fee. Null: the amount is the price.
alter table charges
  add column surcharge_cents bigint,
  add constraint charges_surcharge_check check (
    surcharge_cents is null or (card_id is not null and surcharge_cents >= 0 and surcharge_cents < amount_cents)) not valid;
