set local lock_timeout = '5s';

-- Every movement of a store's balance at Stripe, as Stripe has it: what reconciliation compares the ledger with.
create table stripe_entries (
  store_id text not null,
  -- Stripe's: txn_….
  id text not null,
  -- Stripe's word: charge, payment, refund, adjustment, payout, stripe_fee and so on.
  type text not null,
  -- Stripe's id of what moved it.
  source text,
  -- Our id of that (charge or refund); null for disputes, payouts, fees and what others do in the account.
  reference text,
  -- Positive: to the balance.
  amount_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  occurred_at timestamptz not null,
  constraint stripe_entries_net_check check (net_cents = amount_cents - fee_cents),
  primary key (store_id, id)
);

-- The newest, and those of some days.
create index stripe_entries_occurred_at_idx on stripe_entries (store_id, occurred_at);
