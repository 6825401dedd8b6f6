set local lock_timeout = '5s';

-- Facts of this service that Kafka has not acknowledged yet. One relay publishes them in id order and deletes
-- each after its acknowledgement; there is no cursor, so a row that commits late cannot be skipped.
create table outbox (
  id bigint generated always as identity,
  event_id text not null,
  topic text not null,
  key text not null,
  type text not null,
  -- Text, not json: it was just serialised by us, and is published byte for byte.
  payload text not null,
  -- {"traceparent": …} of the writer, or {}.
  headers json not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  constraint outbox_pkey primary key (id),
  -- One effect appends its fact once: a second one is a bug, stopped before consumers see it.
  constraint outbox_event_id_key unique (event_id)
) with (
  -- Every row is deleted within milliseconds: dead ones must go long before a fifth of an ordinary table is dead.
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 100000
);

-- Facts that can never be published, kept for a person to look at. Empty in a healthy system.
create table outbox_dead (
  id bigint not null,
  event_id text not null,
  topic text not null,
  key text not null,
  type text not null,
  payload text not null,
  headers json not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  reason text not null,
  died_at timestamptz not null default now(),
  constraint outbox_dead_pkey primary key (id)
);
