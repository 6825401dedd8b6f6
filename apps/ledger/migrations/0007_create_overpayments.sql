set local lock_timeout = '5s';

-- Money that a charge could not take, in `suspense` while OPEN, by the refund (id) that returns it.
-- statement_entry_id is the PAYMENT line.
create table overpayments (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  charge_id text not null,
  state text not null,
  amount_cents bigint not null,
  statement_entry_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint overpayments_pkey primary key (store_id, dev_mode, id),
  constraint overpayments_state_check check (state in ('OPEN', 'RETURNED')),
  constraint overpayments_amount_check check (amount_cents > 0)
) with (fillfactor = 80);
