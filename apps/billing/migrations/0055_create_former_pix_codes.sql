set lock_timeout = '5s';

-- The txids that a charge had before a payer was refused: a bank's code is paid once, so the charge got another.
create table former_pix_codes (
  store_id text not null,
  txid text not null,
  charge_id text not null references charges (id),
  replaced_at timestamptz not null,
  primary key (store_id, txid)
);

-- How many codes a charge had.
create index former_pix_codes_charge_idx on former_pix_codes (store_id, charge_id);
