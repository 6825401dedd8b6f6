set local lock_timeout = '5s';

-- The page on which a customer sees what was paid at a checkout (docs/behaviour/customer-portal.md).
create table customer_portals (
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  customer_id text not null,
  checkout_id text not null,
  -- SHA-256, in hex, of the token in the page's address, which is kept nowhere.
  token_hash text not null,
  created_at timestamptz not null
);

-- One for each customer and checkout; erasing a customer finds theirs.
create unique index customer_portals_subject_idx
  on customer_portals (store_id, dev_mode, customer_id, checkout_id);

-- A visitor's address.
create unique index customer_portals_token_idx on customer_portals (token_hash);
