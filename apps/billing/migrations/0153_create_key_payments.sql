-- no-transaction
set lock_timeout = '5s';

-- How far each account at a bank has been read for Pix that no charge asked for. One store has one current account; rows of
-- former ones stay, because what a store shared an account with others for says whose a Pix may be.
create table if not exists pix_inboxes (
  store_id text not null,
  -- Identifies the account without secrets, as refunds do.
  account text not null,
  is_current boolean not null,
  -- `updated_at` of the settings that `account` was derived from: another says that it is to be derived again.
  settings_at timestamptz not null,
  -- What came before is not looked for.
  since timestamptz not null,
  read_until timestamptz not null,
  -- The window that is being read, with its next page; null between two.
  window_from timestamptz,
  window_until timestamptz,
  page int not null default 0,
  -- When the last days were last read once more, for what the bank told late.
  swept_at timestamptz not null,
  run_at timestamptz not null,
  attempts int not null default 0,
  revision int not null default 0,
  constraint pix_inboxes_pkey primary key (store_id, account),
  constraint pix_inboxes_window_check check ((window_from is null) = (window_until is null))
);

-- A store's bank is one account at a time.
create unique index if not exists pix_inboxes_current_idx on pix_inboxes (store_id) where is_current;
-- The stores of an account.
create index if not exists pix_inboxes_account_idx on pix_inboxes (account);
-- What is due.
create index if not exists pix_inboxes_due_idx on pix_inboxes (run_at) where is_current;

-- Pix on the keys of accounts that no charge of ours asked for; only production has a bank.
create table if not exists key_payments (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  account text not null,
  end_to_end_id text not null,
  txid text,
  status text not null,
  amount_cents bigint not null,
  owner text,
  -- Several stores had the account when it came: only the operator sees and decides it.
  is_shared boolean not null,
  payer_name text,
  payer_tax_id_sealed bytea,
  payer_ref text,
  received_at timestamptz not null,
  charge_id text,
  reason text,
  -- Its return, while RETURNING.
  step text,
  requested_at timestamptz,
  sent_at timestamptz,
  refusal text,
  attempts int not null default 0,
  order_number int not null default 0,
  run_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint key_payments_pkey primary key (id),
  constraint key_payments_status_check check (status in ('WAITING', 'ATTACHED', 'RETURNING', 'RETURNED')),
  constraint key_payments_amount_check check (amount_cents > 0),
  constraint key_payments_owner_check check (owner in ('MERCHANT', 'OPERATOR')),
  constraint key_payments_charge_check check ((status = 'ATTACHED') = (charge_id is not null)),
  constraint key_payments_step_check check (
    (status = 'RETURNING') = (step is not null) and (step is null or step in ('SEND', 'WATCH') and requested_at is not null)
  )
);

-- A transfer comes in once by each account, however often the bank tells of it.
create unique index if not exists key_payments_end_to_end_id_idx on key_payments (end_to_end_id, account);
-- The list of a store.
create index if not exists key_payments_store_id_idx on key_payments (store_id, dev_mode, id desc);
-- The list by status.
create index if not exists key_payments_store_status_idx on key_payments (store_id, dev_mode, status, id desc);
-- Returns that are due.
create index if not exists key_payments_due_idx on key_payments (run_at) where status = 'RETURNING';
-- What a person paid, for export and erasure.
create index if not exists key_payments_payer_idx on key_payments (store_id, dev_mode, payer_ref) where payer_ref is not null;
