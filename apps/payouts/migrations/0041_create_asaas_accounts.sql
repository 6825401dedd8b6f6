set local lock_timeout = '5s';

-- The Asaas accounts that send production payouts of stores. A table of its own: a version that knows no Asaas then finds no
-- account, and never takes these settings for those of another provider.
create table asaas_accounts (
  store_id text not null,
  -- asaas: and the account's id there: stored with what is sent through it, so that no other account is read about it.
  name text not null,
  -- Its key, the token of the validation and so on, as one JSON object; sealed.
  settings_sealed bytea not null,
  -- Last part of the address at which Asaas asks: looked up by its fingerprint, shown from the sealed text.
  segment_fingerprint bytea not null,
  segment_sealed bytea not null,
  owner text not null,
  -- When Asaas first asked whether money may leave; null: it never did.
  asked_at timestamptz,
  -- Money left that Asaas had not asked about: since then nothing is sent.
  stopped_at timestamptz,
  -- What is left of the look-ups of Pix keys, as far as it is known here, and when that was reckoned.
  lookup_tokens integer not null,
  lookup_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint asaas_accounts_pkey primary key (store_id),
  constraint asaas_accounts_owner_check check (owner in ('MERCHANT', 'OPERATOR'))
);

-- Asaas names its account only by the segment.
create unique index asaas_accounts_segment_idx on asaas_accounts (segment_fingerprint);

-- Which order at Asaas a payout is: the first one that it is known by, for ever. Asaas knows no repeats, so another order for
-- the same payout is refused when Asaas asks whether it may leave.
create table asaas_orders (
  store_id text not null,
  payout_id text not null,
  -- Asaas's id of the transfer, or of the Pix that pays a code.
  order_id text not null,
  bound_at timestamptz not null,
  -- When Asaas asked whether it may leave, and was answered that it may; null: it has not asked.
  approved_at timestamptz,
  constraint asaas_orders_pkey primary key (store_id, payout_id)
);

-- An ask names the order.
create unique index asaas_orders_order_idx on asaas_orders (store_id, order_id);
