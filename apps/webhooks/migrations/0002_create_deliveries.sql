set local lock_timeout = '5s';

-- One event for one webhook: what the merchant sees in the log. The id is the one receivers see.
create table deliveries (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  webhook_id text not null,
  event_id text not null,
  event text not null,
  status text not null,
  -- Number of the last attempt that was logged.
  attempts integer not null default 0,
  last_status_code integer,
  last_error_class text,
  -- Trace context of the fact, so that an attempt hours later still belongs to its payment.
  traceparent text,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint deliveries_pkey primary key (id),
  -- A fact that Kafka brings twice is delivered once.
  constraint deliveries_event_webhook_key unique (event_id, webhook_id),
  constraint deliveries_status_check check (status in ('PENDING', 'DELIVERED', 'FAILED', 'DROPPED'))
) with (
  -- A batch of results updates neighbours together; with room on the page for all of them no index is touched.
  fillfactor = 55
);

-- The log of a store, newest first.
create index deliveries_list_idx on deliveries (store_id, dev_mode, id desc);

-- What is sent: rendered once, and every attempt sends these very bytes. Apart from the deliveries, because
-- updating a row copies all of it, and so that old bodies can go before their log does.
create table delivery_bodies (
  delivery_id text not null,
  body text not null,
  constraint delivery_bodies_pkey primary key (delivery_id)
);

-- Every call that was made, append-only.
create table attempts (
  delivery_id text not null,
  no integer not null,
  store_id text not null,
  dev_mode boolean not null,
  trigger text not null,
  started_at timestamptz not null,
  -- Null for an attempt whose process died before it knew.
  duration_ms integer,
  status_code integer,
  error_class text,
  -- The first bytes of the answer, which need not be text.
  response_head bytea,
  response_truncated boolean not null default false,
  retry_after text,
  constraint attempts_pkey primary key (delivery_id, no),
  constraint attempts_trigger_check check (trigger in ('AUTO', 'MANUAL')),
  constraint attempts_error_class_check check (error_class in
    ('timeout', 'dns', 'connect', 'tls', 'protocol', 'blocked_address', 'interrupted'))
);

-- What is still to be sent. Small and hot: a row lives from the fact to the final result.
create table delivery_queue (
  delivery_id text not null,
  webhook_id text not null,
  store_id text not null,
  dev_mode boolean not null,
  -- WAITING for its time, READY to be claimed, LEASED by a dispatcher.
  state text not null,
  due_at timestamptz not null,
  -- Attempts begun, interrupted ones included: the number of the latest in the log.
  attempts integer not null default 0,
  -- Attempts that failed: the place on the retry table.
  failures integer not null default 0,
  started_at timestamptz,
  lease_until timestamptz,
  lease_token text,
  constraint delivery_queue_pkey primary key (delivery_id),
  constraint delivery_queue_state_check check (state in ('WAITING', 'READY', 'LEASED')),
  constraint delivery_queue_lease_check check ((state = 'LEASED') = (lease_token is not null))
) with (
  -- Rows die within milliseconds, so space is taken back by vacuum long before a fifth of the table is dead.
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0,
  -- Giving empty pages back to the disk takes an exclusive lock; the next burst needs those pages again.
  vacuum_truncate = false
);

-- The claim walks the webhooks that have ready rows, and takes each one's oldest. Webhooks whose rows all
-- wait for a retry are not in it and cost nothing.
create index delivery_queue_ready_idx on delivery_queue (webhook_id, due_at) where state = 'READY';

-- Promotion of rows whose time has come.
create index delivery_queue_waiting_idx on delivery_queue (due_at) where state = 'WAITING';

-- Leases that ran out.
create index delivery_queue_lease_idx on delivery_queue (lease_until) where state = 'LEASED';

-- How many calls a store and each of its webhooks have under way.
create index delivery_queue_leased_idx on delivery_queue (store_id, dev_mode, webhook_id) where state = 'LEASED';

-- Disabling or deleting a webhook drops what is pending for it.
create index delivery_queue_webhook_idx on delivery_queue (webhook_id);

-- Webhooks slowed down because they time out or fail: how many calls at a time they get. A webhook that
-- works has no row.
create table webhook_paces (
  webhook_id text not null,
  in_flight_max integer not null,
  constraint webhook_paces_pkey primary key (webhook_id),
  constraint webhook_paces_in_flight_max_check check (in_flight_max > 0)
);
