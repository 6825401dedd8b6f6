set local lock_timeout = '5s';

-- Our webhook endpoint at Stripe and the secrets of its signatures, as one JSON object; sealed. Null without one.
alter table stripe_accounts add column webhook_sealed bytea;

-- Events of Stripe that were received, so that a repeat asks for nothing.
create table stripe_events (
  store_id text not null,
  -- Stripe's: evt_….
  id text not null,
  received_at timestamptz not null,
  primary key (store_id, id)
);

-- The purge, which goes by age.
create index stripe_events_received_at_idx on stripe_events (received_at);

-- What is to be read from Stripe: after an event, and now and then without one.
create table stripe_syncs (
  store_id text not null,
  -- INTENT, REFUND, DISPUTE: one object. DISPUTES, MONEY: what is new of the whole account.
  kind text not null constraint stripe_syncs_kind_check check (kind in ('INTENT', 'REFUND', 'DISPUTE', 'DISPUTES', 'MONEY')),
  -- Stripe's id of the object; the store's id for the whole account.
  object_id text not null,
  run_at timestamptz not null,
  -- Failed runs in a row.
  attempts integer not null default 0,
  -- Changes with every request and every claim, so that a run never ends a request that came meanwhile.
  revision bigint not null default 1,
  -- The last time somebody asked for it; one that never succeeds is given up long after.
  requested_at timestamptz not null,
  primary key (store_id, kind, object_id)
);

-- The job's queue.
create index stripe_syncs_run_at_idx on stripe_syncs (run_at);

-- Accounts that exist already.
insert into stripe_syncs (store_id, kind, object_id, run_at, requested_at)
select store_id, kind, store_id, updated_at, updated_at
from stripe_accounts cross join (values ('DISPUTES'), ('MONEY')) as kinds (kind);
