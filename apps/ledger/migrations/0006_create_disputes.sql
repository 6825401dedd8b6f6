set local lock_timeout = '5s';

-- A charge's money under dispute, all of it in `blocked` while OPEN; what of it came from which pending part
-- is in part_takings under the dispute's id. statement_entry_id is the DISPUTE line.
create table disputes (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  charge_id text not null,
  state text not null,
  amount_cents bigint not null,
  statement_entry_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint disputes_pkey primary key (store_id, dev_mode, id),
  constraint disputes_state_check check (state in ('OPEN', 'WON', 'LOST')),
  constraint disputes_amount_check check (amount_cents > 0)
) with (fillfactor = 80);
