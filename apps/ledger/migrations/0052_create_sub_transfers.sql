-- no-transaction
set lock_timeout = '5s';

-- Money between a store and its sub-accounts (docs/behaviour/sub-accounts.md#sub-account-transfers).
create table if not exists sub_transfers (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  sub_account_id text not null,
  direction text not null,
  amount_cents bigint not null,
  external_id text not null,
  -- Of one to the store: the refund, dispute or earlier transfer that it is for.
  against_id text,
  created_at timestamptz not null,
  constraint sub_transfers_pkey primary key (store_id, dev_mode, id),
  constraint sub_transfers_external_id_key unique (store_id, dev_mode, external_id),
  constraint sub_transfers_check check (
    amount_cents > 0 and direction in ('TO_SUB_ACCOUNT', 'TO_STORE') and (direction = 'TO_STORE') = (against_id is not null)
  )
);

-- What went back for a refund, a dispute or a transfer before. The table is empty here.
drop index concurrently if exists sub_transfers_against_idx;
create index concurrently sub_transfers_against_idx on sub_transfers (store_id, dev_mode, against_id)
  where against_id is not null;

alter table journals
  drop constraint if exists journals_kind_check,
  add constraint journals_kind_check check (
    kind in (
      'charge.captured', 'charge.settled', 'hold.reserved', 'hold.settled', 'hold.released', 'hold.returned',
      'dispute.opened', 'dispute.won', 'dispute.lost', 'overpayment.received', 'overpayment.returned', 'advance.made',
      'top_up.received', 'owner.assigned', 'key_payment.received', 'key_payment.attached', 'key_payment.returned',
      'sub_transfer.made'
    )
  ) not valid;
alter table journals validate constraint journals_kind_check;
