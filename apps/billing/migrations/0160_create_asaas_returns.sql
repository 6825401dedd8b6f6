set local lock_timeout = '5s';

-- Which return at Asaas a refund is: the first that asked whether it may leave, for ever. Asaas knows no repeats, so another
-- return for the same refund is refused.
create table asaas_returns (
  store_id text not null,
  -- The refund's id at its provider.
  order_id text not null,
  -- Asaas's id of the return.
  return_id text not null,
  -- When Asaas was first answered that it may leave.
  approved_at timestamptz not null,
  primary key (store_id, order_id)
);

-- A return is of one refund.
create unique index asaas_returns_return_idx on asaas_returns (store_id, return_id);
