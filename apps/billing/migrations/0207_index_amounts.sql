-- no-transaction
set lock_timeout = '5s';

-- The charges of an amount that a merchant looks for.
drop index concurrently if exists charges_amount_idx;
create index concurrently charges_amount_idx on charges (store_id, dev_mode, amount_cents, sort_key desc);

-- The charges of a card by the digits that its holder names.
drop index concurrently if exists charges_card_digits_idx;
create index concurrently charges_card_digits_idx on charges (store_id, dev_mode, card_last_four, sort_key desc)
  where card_last_four is not null;
