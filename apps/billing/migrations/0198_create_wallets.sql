set local lock_timeout = '5s';

-- What payers keep cards in (docs/behaviour/checkouts.md#wallets): those that a checkout takes, beside its methods or alone, and
-- the one that a card was in.
alter table checkouts add column wallets text[] not null default '{}';
alter table cards add column wallet text;
alter table charges add column card_wallet text;

alter table checkouts
  drop constraint checkouts_methods_check,
  add constraint checkouts_methods_check check (
    cardinality(methods) <= 3 and methods <@ array['PIX', 'CARD', 'BOLETO']
    and cardinality(wallets) <= 2 and wallets <@ array['APPLE_PAY', 'GOOGLE_PAY']
    and cardinality(methods) + cardinality(wallets) >= 1
    and (cardinality(wallets) = 0 or frequency = 'ONE_TIME')) not valid;
alter table cards add constraint cards_wallet_check check (wallet in ('APPLE_PAY', 'GOOGLE_PAY')) not valid;
alter table charges add constraint charges_wallet_check check (
  card_wallet is null or (card_wallet in ('APPLE_PAY', 'GOOGLE_PAY') and card_id is not null and installment_count = 1)) not valid;
