set local lock_timeout = '5s';

-- Available money set aside for a payout or a refund, by the id of its owner. A hold never expires:
-- only its owner settles or releases it, with the provider's answer in hand. A hold released before it
-- was reserved has no purpose and no money, and refuses the late reserve.
create table holds (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  state text not null,
  purpose text,
  amount_cents bigint not null,
  fee_cents bigint not null,
  statement_entry_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint holds_pkey primary key (store_id, dev_mode, id),
  constraint holds_state_check check (state in ('HELD', 'SETTLED', 'RELEASED')),
  constraint holds_purpose_check check (purpose in ('WITHDRAW', 'TRANSFER', 'REFUND')),
  constraint holds_amount_check check (amount_cents >= 0 and fee_cents >= 0),
  constraint holds_money_check check (
    (purpose is null and state = 'RELEASED' and amount_cents = 0 and fee_cents = 0 and statement_entry_id is null)
    or (purpose is not null and amount_cents > 0 and statement_entry_id is not null)
  )
) with (fillfactor = 80);
