set local lock_timeout = '5s';

-- What a boleto or card payment brought into `pending`: one row per installment, written with its capture
-- journal. open_cents is what still is in `pending`; settled_cents has become available; the rest was taken by
-- a refund or a dispute (part_takings). due_at is the store's time; run_at is the real time of the same instant.
-- statement_entry_id is the line of the payment, whose customer and ids the settlement's line repeats.
create table pending_parts (
  store_id text not null,
  dev_mode boolean not null,
  charge_id text not null,
  number smallint not null,
  amount_cents bigint not null,
  open_cents bigint not null,
  settled_cents bigint not null default 0,
  due_at timestamptz not null,
  run_at timestamptz not null,
  statement_entry_id text not null,
  constraint pending_parts_pkey primary key (store_id, dev_mode, charge_id, number),
  constraint pending_parts_number_check check (number >= 1),
  constraint pending_parts_amount_check check (
    amount_cents > 0 and open_cents >= 0 and settled_cents >= 0 and open_cents + settled_cents <= amount_cents
  )
);

-- The settlement of all stores takes what is due in this order; what is settled or taken is not in it, so
-- finding work costs the same however long the history is.
create index pending_parts_due_idx on pending_parts (run_at) where open_cents > 0;

-- What a refund's hold or a dispute (taker_id) took from which part, so that it can go back exactly there;
-- the row is deleted when it does.
create table part_takings (
  store_id text not null,
  dev_mode boolean not null,
  taker_id text not null,
  charge_id text not null,
  number smallint not null,
  amount_cents bigint not null,
  constraint part_takings_pkey primary key (store_id, dev_mode, taker_id, charge_id, number),
  constraint part_takings_amount_check check (amount_cents > 0)
);

-- The charge whose parts a refund's hold takes first.
alter table holds add column charge_id text;

-- Only searched: the settlement's and the return's lines repeat it from the line they follow.
alter table statement_entries add column external_id text;
