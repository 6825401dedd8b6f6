set local lock_timeout = '5s';

-- Who gets parts of a store's payments (docs/behaviour/sub-accounts.md); what each has is the ledger's.
create table sub_accounts (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  name text not null,
  -- CPF or CNPJ of the holder, to whose key of this document alone its money goes.
  tax_id_sealed bytea not null,
  tax_id_fingerprint bytea not null,
  external_id text,
  metadata json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sub_accounts_pkey primary key (store_id, dev_mode, id),
  constraint sub_accounts_tax_id_key unique (store_id, dev_mode, tax_id_fingerprint),
  constraint sub_accounts_external_id_key unique (store_id, dev_mode, external_id)
);

-- What a sub-account withdraws. A kind of its own: the version before would take its money of the store.
alter table payouts add column sub_account_id text;
alter table payouts drop constraint payouts_kind_check;
alter table payouts add constraint payouts_kind_check
  check (kind in ('WITHDRAW', 'TRANSFER', 'REFUND', 'SUB_WITHDRAW')) not valid;
alter table payouts add constraint payouts_sub_account_check
  check ((kind = 'SUB_WITHDRAW') = (sub_account_id is not null)) not valid;
