-- no-transaction
set lock_timeout = '5s';

-- Pix that no charge asked for: in suspense until they are attached to a charge or are back with their payers.
create table if not exists key_payments (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  state text not null,
  amount_cents bigint not null,
  -- Of the account that they came in by; what ends one is of the same owner.
  owner text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint key_payments_pkey primary key (store_id, dev_mode, id),
  constraint key_payments_state_check check (state in ('OPEN', 'ATTACHED', 'RETURNED')),
  constraint key_payments_amount_check check (amount_cents > 0),
  constraint key_payments_owner_check check (owner in ('MERCHANT', 'OPERATOR'))
);

alter table journals
  drop constraint if exists journals_kind_check,
  add constraint journals_kind_check check (
    kind in (
      'charge.captured', 'charge.settled', 'hold.reserved', 'hold.settled', 'hold.released', 'hold.returned',
      'dispute.opened', 'dispute.won', 'dispute.lost', 'overpayment.received', 'overpayment.returned', 'advance.made',
      'top_up.received', 'owner.assigned', 'key_payment.received', 'key_payment.attached', 'key_payment.returned'
    )
  ) not valid;
alter table journals validate constraint journals_kind_check;
