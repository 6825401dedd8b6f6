set lock_timeout = '5s';

-- Cards and coupons that somebody without a secret key has tried, for a day: OPEN until it is known what became of it.
create table page_attempts (
  store_id text not null,
  dev_mode boolean not null,
  -- Of the form; a form that is sent again counts once.
  id text not null,
  kind text not null check (kind in ('CARD', 'COUPON')),
  -- Empty for a card that a merchant's server has charged.
  checkout_id text not null,
  -- Keyed hash of an address; empty on a page of one payer.
  client text not null,
  -- Keyed hash of the card's number.
  card bytea,
  status text not null check (status in ('OPEN', 'FAILED', 'PASSED')),
  attempted_at timestamptz not null,
  primary key (store_id, dev_mode, id)
);

-- The failures of a page, and the velocity of a store.
create index page_attempts_page_idx on page_attempts (store_id, dev_mode, kind, checkout_id, client, attempted_at);
create index page_attempts_store_idx on page_attempts (store_id, dev_mode, attempted_at) where kind = 'CARD';
-- The failures of a card on all pages of a store.
create index page_attempts_card_idx on page_attempts (store_id, dev_mode, card, attempted_at) where card is not null;
-- The purge, and the velocities of all stores.
create index page_attempts_age_idx on page_attempts (attempted_at);
