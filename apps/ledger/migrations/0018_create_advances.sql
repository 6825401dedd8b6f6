set local lock_timeout = '5s';

-- Card money that a store had before its settlement date, and what that cost. amount_cents is what was taken of parts
-- (part_takings, under the advance's id, and for good); amount less cost became available. asked_cents is null where
-- all was asked for; a repeat of the id must ask for the same.
create table advances (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  asked_cents bigint,
  amount_cents bigint not null,
  cost_cents bigint not null,
  rate_basis_points integer not null,
  created_at timestamptz not null,
  constraint advances_pkey primary key (store_id, dev_mode, id),
  constraint advances_amount_check check (cost_cents >= 0 and cost_cents < amount_cents),
  constraint advances_asked_check check (asked_cents = amount_cents),
  constraint advances_rate_check check (rate_basis_points >= 0)
);
