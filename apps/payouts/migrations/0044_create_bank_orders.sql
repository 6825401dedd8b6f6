set local lock_timeout = '5s';

-- Which order at a bank a payout is, where the bank gives its orders ids of their own.
create table bank_orders (
  store_id text not null,
  payout_id text not null,
  -- Written before the order is first sent: one without an id may have reached the bank.
  first_sent_at timestamptz not null,
  -- The bank's id; null: no answer to the order came.
  order_id text,
  -- Of its Pix, where the answer had it: callbacks may name nothing else.
  end_to_end_id text,
  constraint bank_orders_pkey primary key (store_id, payout_id)
);

-- A callback names the order, which is one payout's alone.
create unique index bank_orders_order_idx on bank_orders (store_id, order_id);

-- Or its Pix.
create index bank_orders_end_to_end_idx on bank_orders (store_id, end_to_end_id);
