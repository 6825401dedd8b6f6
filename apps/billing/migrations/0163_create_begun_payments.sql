set local lock_timeout = '5s';

-- Payments that are about to be made at a provider which makes another one of each repeat, before their charge is written.
-- One without a charge a while later is deleted there: a boleto could be paid although nobody was shown it.
create table begun_payments (
  store_id text not null,
  -- Our reference of it there: the txid of a Pix, the charge's id of a boleto.
  reference text not null,
  -- When it is deleted there; from then on it is only looked at, because it may have been paid before.
  closed_at timestamptz,
  run_at timestamptz not null,
  constraint begun_payments_pkey primary key (store_id, reference)
);

-- What is due.
create index begun_payments_run_at_idx on begun_payments (run_at);
