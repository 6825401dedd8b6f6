set local lock_timeout = '5s';

-- What a payer authorises in the bank's app, so that cycles can be collected by automatic Pix. Production only.
create table pix_authorizations (
  store_id text not null,
  subscription_id text not null,
  -- Names its polls until the bank has named it: the txid of the first payment, or a token where nothing is paid.
  txid text not null,
  -- Of the first payment, minted before the bank is called; null where nothing is paid at the start.
  charge_id text,
  -- At the bank: where the payer's bank reads it, and its id. A location serves one authorisation.
  location_id text,
  authorization_id text,
  br_code text,
  -- NEW until the bank has it all; WAITING for the payer; APPROVED; ENDED.
  status text not null
    constraint pix_authorizations_status_check check (status in ('NEW', 'WAITING', 'APPROVED', 'ENDED')),
  -- Decided, the bank is still to be told.
  is_ending boolean not null default false,
  -- Why it ended, as the bank says it.
  end_code text,
  -- Until when the payer may authorise it.
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint pix_authorizations_pkey primary key (store_id, subscription_id)
);

-- What a bank's callback or a poll names.
create unique index pix_authorizations_bank_idx on pix_authorizations (store_id, authorization_id)
  where authorization_id is not null;
create unique index pix_authorizations_txid_idx on pix_authorizations (store_id, txid);

-- One cycle's charge at the payer's bank, which has a first try and retries; each is an attempt with its own charge.
create table pix_debits (
  store_id text not null,
  -- The bank knows it by this.
  txid text not null,
  subscription_id text not null,
  cycle_number integer not null,
  authorization_id text not null,
  amount_cents bigint not null,
  -- The attempt at hand and its charge.
  attempt_id text not null,
  charge_id text not null,
  -- When the attempt at hand is to be paid, and when the first one was.
  collect_on date not null,
  first_on date not null,
  -- SEND: the bank is to be told; RETRY: of another try; SENT: it has it; FAILED: the attempt did, and there may be
  -- another; DONE.
  step text not null
    constraint pix_debits_step_check check (step in ('SEND', 'RETRY', 'SENT', 'FAILED', 'DONE')),
  -- The payer's bank has accepted it.
  is_accepted boolean not null default false,
  -- The bank takes it back no more.
  is_firm boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint pix_debits_pkey primary key (store_id, txid)
);

-- A cycle has one debit at a time.
create unique index pix_debits_cycle_idx on pix_debits (store_id, subscription_id, cycle_number) where step <> 'DONE';
-- The debit of an attempt's charge.
create index pix_debits_charge_idx on pix_debits (store_id, charge_id);
-- Those that are late at their bank, for the alarm.
create index pix_debits_late_idx on pix_debits (collect_on) where step in ('SEND', 'SENT') and not is_accepted;
