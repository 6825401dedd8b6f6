create table attempts (
  delivery_id text not null,
  no integer not null,
  store_id text not null,
  dev_mode boolean not null,
  trigger text not null,
  started_at timestamp with time zone not null,
  duration_ms integer,
  status_code integer,
  error_class text,
  response_head bytea,
  response_truncated boolean default false not null,
  retry_after text,
  store_started_at timestamp with time zone,
  constraint attempts_pkey PRIMARY KEY (delivery_id, no),
  constraint attempts_error_class_check CHECK ((error_class = ANY (ARRAY['timeout'::text, 'dns'::text, 'connect'::text, 'tls'::text, 'protocol'::text, 'blocked_address'::text, 'interrupted'::text]))),
  constraint attempts_trigger_check CHECK ((trigger = ANY (ARRAY['AUTO'::text, 'MANUAL'::text])))
) partition by RANGE (delivery_id);

create table clock_happenings (
  store_id text not null,
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  type text not null,
  subject_id text not null,
  constraint clock_happenings_pkey PRIMARY KEY (store_id, id)
);

create table deliveries (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  webhook_id text not null,
  event_id text not null,
  event text not null,
  status text not null,
  attempts integer default 0 not null,
  last_status_code integer,
  last_error_class text,
  traceparent text,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  customer_id text,
  updated_at timestamp with time zone,
  is_test boolean default false not null,
  resends integer default 0 not null,
  manual_attempts integer default 0 not null,
  payer_ref text,
  is_mail boolean default false not null,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_event_webhook_key UNIQUE (event_id, webhook_id),
  constraint deliveries_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text, 'DROPPED'::text])))
) with (fillfactor=55);

create table delivery_bodies (
  delivery_id text not null,
  body text not null,
  constraint delivery_bodies_pkey PRIMARY KEY (delivery_id)
) partition by RANGE (delivery_id);

create table delivery_queue (
  delivery_id text not null,
  webhook_id text not null,
  store_id text not null,
  dev_mode boolean not null,
  state text not null,
  due_at timestamp with time zone not null,
  attempts integer default 0 not null,
  failures integer default 0 not null,
  started_at timestamp with time zone,
  lease_until timestamp with time zone,
  lease_token text,
  resend integer default 0 not null,
  constraint delivery_queue_pkey PRIMARY KEY (delivery_id, resend),
  constraint delivery_queue_lease_check CHECK (((state = 'LEASED'::text) = (lease_token IS NOT NULL))),
  constraint delivery_queue_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'READY'::text, 'LEASED'::text])))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=50000, autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=5000, autovacuum_vacuum_cost_delay=0, vacuum_truncate=false);

create table erased_customers (
  store_id text not null,
  dev_mode boolean not null,
  customer_id text not null,
  erased_at timestamp with time zone not null,
  swept_to text default ''::text not null,
  events_redacted_at timestamp with time zone,
  constraint erased_customers_pkey PRIMARY KEY (store_id, dev_mode, customer_id)
);

create table event_positions (
  store_id text not null,
  dev_mode boolean not null,
  last_position bigint not null,
  constraint event_positions_pkey PRIMARY KEY (store_id, dev_mode)
) with (fillfactor=50);

create table event_records (
  store_id text not null,
  dev_mode boolean not null,
  record_id text not null,
  type text not null,
  id text not null,
  created_at timestamp with time zone not null,
  constraint event_records_pkey PRIMARY KEY (store_id, dev_mode, record_id, type, id)
) partition by RANGE (id);

create table events (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  "position" bigint not null,
  type text not null,
  body text not null,
  created_at timestamp with time zone not null,
  request_id text,
  constraint events_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint events_position_check CHECK (("position" > 0))
) partition by RANGE (id);

create table failing_webhooks (
  webhook_id text not null,
  since timestamp with time zone not null,
  attempts integer not null,
  told_at timestamp with time zone,
  constraint failing_webhooks_pkey PRIMARY KEY (webhook_id),
  constraint failing_webhooks_attempts_check CHECK ((attempts > 0))
);

create table idempotency_keys (
  store_id text not null,
  dev_mode boolean not null,
  operation text not null,
  key text not null,
  fingerprint text not null,
  response bytea,
  created_at timestamp with time zone not null,
  effect_id text,
  leased_until timestamp with time zone,
  constraint idempotency_keys_pkey PRIMARY KEY (store_id, dev_mode, operation, key)
);

create table inbox (
  consumer text not null,
  event_id text not null,
  received_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (consumer, event_id)
);

create table mail_bounces (
  recipient bytea not null,
  status_code integer not null,
  created_at timestamp with time zone not null,
  constraint mail_bounces_pkey PRIMARY KEY (recipient)
);

create table mail_opt_outs (
  store_id text not null,
  dev_mode boolean not null,
  recipient bytea not null,
  kind text not null,
  created_at timestamp with time zone not null,
  constraint mail_opt_outs_pkey PRIMARY KEY (store_id, dev_mode, recipient, kind)
);

create table mail_settings (
  store_id text not null,
  sender_name text not null,
  reply_to text,
  kinds text[] not null,
  language text not null,
  is_closed boolean not null,
  version bigint not null,
  compatibility text default '2026-11-28'::text not null,
  constraint mail_settings_pkey PRIMARY KEY (store_id)
);

create table mails (
  delivery_id text not null,
  store_id text not null,
  dev_mode boolean not null,
  kind text not null,
  recipient bytea,
  content_sealed bytea,
  link_hash bytea,
  subscription_id text,
  created_at timestamp with time zone not null,
  constraint mails_pkey PRIMARY KEY (delivery_id)
);

create table outbox (
  id bigint generated always as identity not null,
  event_id text not null,
  topic text not null,
  key text not null,
  type text not null,
  payload text not null,
  headers json not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_event_id_key UNIQUE (event_id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=100000);

create table outbox_dead (
  id bigint not null,
  event_id text not null,
  topic text not null,
  key text not null,
  type text not null,
  payload text not null,
  headers json not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  reason text not null,
  died_at timestamp with time zone default now() not null,
  constraint outbox_dead_pkey PRIMARY KEY (id)
);

create table schema_migrations (
  namespace text not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (namespace, name)
);

create table store_clocks (
  store_id text not null,
  offset_ms bigint not null,
  advancing_until timestamp with time zone,
  advancing_since timestamp with time zone,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint store_clocks_pkey PRIMARY KEY (store_id),
  constraint store_clocks_offset_check CHECK ((offset_ms >= 0))
);

create table store_notices (
  store_id text not null,
  dev_mode boolean not null,
  id text collate "C" not null,
  kind text not null,
  record_id text not null,
  amount_cents bigint,
  due_at timestamp with time zone,
  asked_by text,
  is_transfer boolean default false not null,
  created_at timestamp with time zone not null,
  kept_at timestamp with time zone not null,
  "position" bigint generated always as identity not null,
  waits boolean not null,
  constraint store_notices_pkey PRIMARY KEY (store_id, dev_mode, id)
);

create table webhook_paces (
  webhook_id text not null,
  in_flight_max integer not null,
  constraint webhook_paces_pkey PRIMARY KEY (webhook_id),
  constraint webhook_paces_in_flight_max_check CHECK ((in_flight_max > 0))
);

create table webhook_secrets (
  id bigint generated always as identity not null,
  webhook_id text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (webhook_id, id),
  constraint webhook_secrets_webhook_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id)
);

create table webhooks (
  id text not null,
  store_id text not null,
  dev_mode boolean not null,
  name text not null,
  endpoint text not null,
  events text[] not null,
  v2 boolean not null,
  status text not null,
  legacy_secret_header boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  registered_at timestamp with time zone not null,
  legacy_secret_query boolean default false not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_events_check CHECK ((cardinality(events) > 0)),
  constraint webhooks_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text, 'DELETED'::text])))
);

CREATE INDEX deliveries_customer_idx ON public.deliveries USING btree (store_id, dev_mode, customer_id, id) WHERE (customer_id IS NOT NULL);

CREATE INDEX deliveries_event_idx ON public.deliveries USING btree (store_id, dev_mode, event, status, id DESC);

CREATE INDEX deliveries_log_idx ON public.deliveries USING btree (store_id, dev_mode, id DESC) WHERE (NOT is_mail);

CREATE INDEX deliveries_payer_idx ON public.deliveries USING btree (store_id, dev_mode, payer_ref, id) WHERE (payer_ref IS NOT NULL);

CREATE INDEX deliveries_webhook_idx ON public.deliveries USING btree (store_id, dev_mode, webhook_id, event, status, id DESC);

CREATE INDEX deliveries_webhook_log_idx ON public.deliveries USING btree (store_id, dev_mode, webhook_id, id DESC);

CREATE INDEX delivery_queue_dev_waiting_idx ON public.delivery_queue USING btree (store_id, due_at) WHERE ((state = 'WAITING'::text) AND dev_mode);

CREATE INDEX delivery_queue_leased_idx ON public.delivery_queue USING btree (store_id, dev_mode, webhook_id) WHERE (state = 'LEASED'::text);

CREATE INDEX delivery_queue_ready_idx ON public.delivery_queue USING btree (webhook_id, due_at) WHERE (state = 'READY'::text);

CREATE INDEX delivery_queue_waiting_idx ON public.delivery_queue USING btree (due_at) WHERE (state = 'WAITING'::text);

CREATE INDEX delivery_queue_waiting_webhook_idx ON public.delivery_queue USING btree (webhook_id) WHERE (state = 'WAITING'::text);

CREATE INDEX erased_customers_unredacted_idx ON public.erased_customers USING btree (store_id, dev_mode, customer_id) WHERE (events_redacted_at IS NULL);

CREATE INDEX events_position_idx ON ONLY public.events USING btree (store_id, dev_mode, "position");

CREATE INDEX events_type_idx ON ONLY public.events USING btree (store_id, dev_mode, type, id DESC);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX inbox_received_at_idx ON public.inbox USING btree (received_at);

CREATE INDEX mail_bounces_created_idx ON public.mail_bounces USING btree (created_at);

CREATE INDEX mails_content_idx ON public.mails USING btree (created_at) WHERE (content_sealed IS NOT NULL);

CREATE INDEX mails_created_idx ON public.mails USING btree (store_id, dev_mode, created_at);

CREATE UNIQUE INDEX mails_link_idx ON public.mails USING btree (link_hash) WHERE (link_hash IS NOT NULL);

CREATE INDEX store_clocks_changed_at_idx ON public.store_clocks USING btree (changed_at);

CREATE INDEX store_notices_day_idx ON public.store_notices USING btree (store_id, dev_mode, created_at);

CREATE INDEX store_notices_kept_idx ON public.store_notices USING btree (kept_at);

CREATE INDEX store_notices_kind_idx ON public.store_notices USING btree (store_id, dev_mode, kind, "position" DESC);

CREATE UNIQUE INDEX store_notices_waiting_idx ON public.store_notices USING btree ("position") WHERE waits;

CREATE INDEX webhooks_active_idx ON public.webhooks USING btree (store_id, dev_mode) WHERE (status = 'ACTIVE'::text);

CREATE INDEX webhooks_list_idx ON public.webhooks USING btree (store_id, dev_mode, id DESC);

CREATE OR REPLACE FUNCTION public.drop_delivery_partitions(parent text, before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  partition text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7415086);
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(parent) and c.relname ~ '_\d{4}_\d{2}$'
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= before
    order by 1
  loop
    execute format('drop table %I', partition);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$function$
;

CREATE OR REPLACE FUNCTION public.first_delivery_id(at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  rest bigint := floor(extract(epoch from at) * 1000);
  id text := '';
begin
  for place in 1..9 loop
    id := substr(digits, (rest % 62)::int + 1, 1) || id;
    rest := rest / 62;
  end loop;
  return 'log_' || id;
end
$function$
;

CREATE OR REPLACE FUNCTION public.first_event_id(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select 'evt_' || right(first_delivery_id(at), 9)
$function$
;

CREATE OR REPLACE FUNCTION public.make_delivery_partitions(through timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  parent text;
  name text;
  month timestamp;
  low text;
  high text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(7415086);
  foreach parent in array array['delivery_bodies', 'attempts'] loop
    select max(to_date(right(c.relname, 7), 'YYYY_MM')) + interval '1 month' into strict month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(parent) and c.relname ~ '_\d{4}_\d{2}$';
    while month <= through at time zone 'UTC' loop
      name := parent || to_char(month, '_YYYY_MM');
      low := first_delivery_id(month at time zone 'UTC');
      high := first_delivery_id((month + interval '1 month') at time zone 'UTC');
      execute format('create table %I (like %I including all)', name, parent);
      execute format('lock table %I in access exclusive mode', parent || '_ahead');
      execute format('with moved as (delete from %I where delivery_id >= %L and delivery_id < %L returning *)
        insert into %I select * from moved', parent || '_ahead', low, high, name);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, low, high);
      made := made + 1;
      month := month + interval '1 month';
    end loop;
  end loop;
  return made;
end
$function$
;

CREATE OR REPLACE FUNCTION public.make_event_partitions(through timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  parent text;
  name text;
  month timestamp;
  low text;
  high text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(7415086);
  foreach parent in array array['events', 'event_records'] loop
    select max(to_date(right(c.relname, 7), 'YYYY_MM')) + interval '1 month' into month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(parent) and c.relname ~ '_\d{4}_\d{2}$';
    low := case when month is null then 'minvalue' else quote_literal(first_event_id(month at time zone 'UTC')) end;
    month := coalesce(month, date_trunc('month', now() at time zone 'UTC'));
    while month <= through at time zone 'UTC' loop
      name := parent || to_char(month, '_YYYY_MM');
      high := quote_literal(first_event_id((month + interval '1 month') at time zone 'UTC'));
      execute format('create table %I (like %I including all)', name, parent);
      execute format('lock table %I in access exclusive mode', parent || '_ahead');
      execute format('with moved as (delete from %I where (id >= %s or %L) and id < %s returning *)
        insert into %I select * from moved', parent || '_ahead', replace(low, 'minvalue', ''''''), low = 'minvalue', high, name);
      execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, name, low, high);
      made := made + 1;
      low := high;
      month := month + interval '1 month';
    end loop;
  end loop;
  return made;
end
$function$
;
