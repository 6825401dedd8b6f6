set local lock_timeout = '5s';

-- What a merchant reads: one line of the bank statement. Only the status ever changes.
-- movements is an array of {amountCents, deposit, category, method, effect}; over all rows of a store,
-- credits less debits equal its available balance.
create table statement_entries (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  journal_id text not null,
  kind text not null,
  status text not null,
  method text,
  description text,
  movements jsonb not null,
  checkout_id text,
  charge_id text,
  reference_id text,
  customer jsonb,
  search_text text not null,
  created_at timestamptz not null,
  -- Also the list index: ids are time-ordered, so newest first is this key read backwards.
  constraint statement_entries_pkey primary key (store_id, dev_mode, id),
  constraint statement_entries_kind_check check (
    kind in ('PAYMENT', 'SETTLEMENT', 'REFUND', 'WITHDRAW', 'TRANSFER', 'FEE', 'ADVANCE', 'DISPUTE', 'DISPUTE_RELEASE', 'CHARGEBACK', 'RETURN')
  ),
  constraint statement_entries_status_check check (status in ('PENDING', 'COMPLETE', 'FAILED')),
  constraint statement_entries_method_check check (method in ('PIX', 'BOLETO', 'CARD'))
);
