set local lock_timeout = '5s';

-- The order in which the accounts of a store are asked for new payments of a method, as its people have set it. Accounts that are
-- not named come after those that are.
create table account_orders (
  store_id text not null,
  method text not null constraint account_orders_method_check check (method in ('PIX', 'BOLETO', 'CARD')),
  -- As charges name them, the first one first.
  providers text[] not null,
  updated_at timestamptz not null,
  primary key (store_id, method)
);
