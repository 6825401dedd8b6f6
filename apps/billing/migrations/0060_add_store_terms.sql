set local lock_timeout = '5s';

-- What the store's owner and the operator decide later than its fees; the defaults are what held for every store before.
alter table store_settings
  -- The methods that the store offers where it has a provider.
  add column methods_dev text[] not null default '{PIX,BOLETO,CARD}',
  add column methods_prod text[] not null default '{PIX,BOLETO,CARD}',
  -- Business days after a boleto's payment, and days for each installment of a card, until their money is available.
  add column boleto_settlement_days smallint not null default 1,
  add column card_settlement_days smallint not null default 30,
  -- Takes no new payment; what is paid all the same is recorded.
  add column is_closed boolean not null default false,
  -- Counts the changes of the store: an older change that arrives later is dropped. 0 = written by the version before.
  add column version bigint not null default 0;

-- The settlement days of the store when the charge was created; null for Pix, and before this version (1 and 30).
alter table charges add column settlement_days smallint;
