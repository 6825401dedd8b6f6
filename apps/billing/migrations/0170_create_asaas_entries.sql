set local lock_timeout = '5s';

-- Every movement of a store's balance at Asaas, as Asaas has it, and what it is here. Its description is not kept: it names people.
create table asaas_entries (
  store_id text not null,
  account_id text not null,
  -- Asaas's: ftn_….
  id text not null,
  -- In the order of Asaas's list.
  position bigint generated always as identity,
  -- PAYMENT_RECEIVED, PAYMENT_FEE, TRANSFER and over a hundred others.
  type text not null,
  day date not null,
  -- Positive: to the balance.
  amount_cents bigint not null,
  -- What Asaas says is the balance after it.
  balance_cents bigint not null,
  -- Asaas's ids of what moved it.
  payment_id text,
  transfer_id text,
  pix_transaction_id text,
  -- Our charge or payout that Asaas's object names; null: none, or not read yet.
  reference text,
  is_read boolean not null,
  -- What it is here: PAYMENT, REFUND, FEE and so on; null while nothing explains it.
  explained_as text,
  -- The charge, refund, payout or dispute that it is; an operator's words where they explain it.
  explained_by text,
  primary key (store_id, account_id, id)
);

-- A charge is paid, and money goes back or out, by one movement.
create unique index asaas_entries_once_idx on asaas_entries (store_id, account_id, explained_as, explained_by)
  where explained_as in ('PAYMENT', 'OVERPAYMENT', 'REFUND', 'OVERPAYMENT_RETURN', 'PAYOUT');

-- What nothing explains yet.
create index asaas_entries_unexplained_idx on asaas_entries (store_id, account_id, day) where explained_as is null;

-- How far the movements of a store's account were read, and what came of comparing them.
create table asaas_money_reads (
  store_id text primary key,
  account_id text not null,
  -- The day from which the next page is read, and how many movements of its window were.
  from_day date not null,
  page_offset integer not null,
  -- The balance before the first movement; null before there is one.
  opening_cents bigint,
  -- What Asaas states less what its movements add up to; null before both were read to the end.
  difference_cents bigint,
  compared_at timestamptz,
  -- When the job reads on; a process that reads has it in the future.
  run_at timestamptz not null,
  -- Changes with every page, so that two readers save none twice.
  revision bigint not null
);

-- The job's queue.
create index asaas_money_reads_run_at_idx on asaas_money_reads (run_at);
