set local lock_timeout = '5s';

-- Money moved out of a store's balance: withdrawals to the holder's own key and transfers to anyone.
-- A row is written only once its money is held: a payout refused for its balance leaves no row, which is
-- what frees its external id.
create table payouts (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  kind text not null,
  status text not null,
  external_id text not null,
  amount_cents bigint not null,
  platform_fee_cents bigint not null,
  pix_key_type text not null,
  masked_pix_key text not null,
  description text,
  receipt_url text,
  end_to_end_id text,
  failure_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Also the list index: ids are time-ordered, so newest first is this key read backwards.
  constraint payouts_pkey primary key (store_id, dev_mode, id),
  -- Withdrawals and transfers are two namespaces (decisions 1); also serves the look-up by external id.
  constraint payouts_external_id_key unique (store_id, dev_mode, kind, external_id),
  constraint payouts_kind_check check (kind in ('WITHDRAW', 'TRANSFER')),
  constraint payouts_status_check check (status in ('PENDING', 'COMPLETE', 'FAILED', 'CANCELLED')),
  constraint payouts_pix_key_type_check check (pix_key_type in ('CPF', 'CNPJ', 'PHONE', 'EMAIL', 'RANDOM', 'BR_CODE')),
  constraint payouts_amount_check check (amount_cents > 0),
  constraint payouts_platform_fee_check check (platform_fee_cents >= 0)
);
