create table api_keys (
  id text collate "C" not null,
  store_id text not null,
  dev_mode boolean not null,
  kind text not null,
  prefix text not null,
  last_four text not null,
  hash bytea not null,
  description text not null,
  permissions text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_description_length CHECK (((length(description) >= 1) AND (length(description) <= 200))),
  constraint api_keys_hash_length CHECK ((octet_length(hash) = 32)),
  constraint api_keys_kind CHECK ((kind = ANY (ARRAY['SECRET'::text, 'PUBLIC'::text]))),
  constraint api_keys_public_has_no_permissions CHECK (((kind = 'SECRET'::text) OR (permissions = '{}'::text[]))),
  constraint api_keys_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

create table audit_chains (
  chain text collate "C" not null,
  seq bigint not null,
  hash bytea not null,
  constraint audit_chains_pkey PRIMARY KEY (chain)
);

create table audit_log (
  chain text collate "C" not null,
  seq bigint not null,
  id text collate "C" not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_id text not null,
  action text not null,
  target_type text not null,
  target_id text not null,
  dev_mode boolean,
  before json,
  after json,
  request_id text not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_log_pkey PRIMARY KEY (chain, seq),
  constraint audit_log_actor_kind CHECK ((actor_kind = ANY (ARRAY['KEY'::text, 'PUBLIC_KEY'::text, 'USER'::text, 'OPERATOR'::text]))),
  constraint audit_log_hash_length CHECK (((octet_length(hash) = 32) AND (octet_length(previous_hash) = 32))),
  constraint audit_log_size CHECK (((octet_length(COALESCE((before)::text, ''::text)) <= 16384) AND (octet_length(COALESCE((after)::text, ''::text)) <= 16384)))
);

create table clock_advances (
  store_id text collate "C" not null,
  target timestamp with time zone not null,
  token text not null,
  leased_until timestamp with time zone not null,
  constraint clock_advances_pkey PRIMARY KEY (store_id)
);

create table clock_happenings (
  store_id text not null,
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  type text not null,
  subject_id text not null,
  constraint clock_happenings_pkey PRIMARY KEY (store_id, id)
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

create table stores (
  id text collate "C" not null,
  name text not null,
  website text not null,
  tax_id_sealed bytea not null,
  status text not null,
  rate_limit_per_second integer,
  created_at timestamp with time zone not null,
  constraint stores_pkey PRIMARY KEY (id),
  constraint stores_name_length CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint stores_rate_limit CHECK ((rate_limit_per_second >= 0)),
  constraint stores_status CHECK ((status = ANY (ARRAY['CREATING'::text, 'ACTIVE'::text]))),
  constraint stores_website_length CHECK ((length(website) <= 2048))
);

CREATE UNIQUE INDEX api_keys_hash ON public.api_keys USING btree (hash);

CREATE INDEX api_keys_store ON public.api_keys USING btree (store_id, dev_mode, id DESC);

CREATE UNIQUE INDEX audit_log_id ON public.audit_log USING btree (chain, id);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX store_clocks_changed_at_idx ON public.store_clocks USING btree (changed_at);

CREATE OR REPLACE FUNCTION public.reject_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is immutable: % refused', tg_table_name, tg_op using errcode = 'integrity_constraint_violation';
end
$function$
;

CREATE TRIGGER audit_log_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_change();
