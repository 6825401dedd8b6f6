set local lock_timeout = '5s';

-- Payments that an account may have made although its answer never came; another account made the charge instead.
-- Of production alone: dev mode has one simulation and nothing to fall back to.
create table charge_orphans (
  store_id text not null,
  -- As charges name it.
  provider text not null,
  -- What we called it there: the txid of a Pix, the id that a boleto would have had.
  reference text not null,
  -- Identifies the account at the provider.
  account text not null,
  method text not null constraint charge_orphans_method_check check (method in ('PIX', 'BOLETO')),
  -- The charge that took its place; never written where no account could make it.
  charge_id text not null,
  amount_cents bigint not null,
  -- The provider's own id, where it was learnt since.
  provider_reference text,
  -- OPEN: it is looked for. ABSENT: it was never made. CANCELLED and PAID: it was found.
  state text not null constraint charge_orphans_state_check check (state in ('OPEN', 'ABSENT', 'CANCELLED', 'PAID')),
  -- When it is looked for; null once that has ended. What the provider tells of it later sets it again.
  run_at timestamptz,
  -- Failed runs in a row.
  attempts integer not null default 0,
  -- Changes with every claim and every wake, so that a run never ends what was asked for meanwhile.
  revision bigint not null default 1,
  created_at timestamptz not null,
  primary key (store_id, provider, reference)
);

-- The job's queue.
create index charge_orphans_run_at_idx on charge_orphans (run_at) where run_at is not null;

-- The purge, which goes by age.
create index charge_orphans_created_at_idx on charge_orphans (created_at);
