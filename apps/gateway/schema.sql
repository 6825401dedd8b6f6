create table account_messages (
  id text collate "C" not null,
  kind text not null,
  hash bytea not null,
  email_sealed bytea not null,
  email_fingerprint bytea not null,
  link_sealed bytea,
  user_id text collate "C",
  store_id text,
  role text,
  invited_by text collate "C",
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  mailed_at timestamp with time zone,
  language text default 'pt-BR'::text not null,
  constraint account_messages_pkey PRIMARY KEY (id),
  constraint account_messages_hash_length CHECK ((octet_length(hash) = 32)),
  constraint account_messages_invitation CHECK (((kind = 'INVITATION'::text) = ((store_id IS NOT NULL) AND (role IS NOT NULL)))),
  constraint account_messages_kind CHECK ((kind = ANY (ARRAY['SIGN_UP'::text, 'ALREADY_REGISTERED'::text, 'RESET_PASSWORD'::text, 'NO_ACCOUNT'::text, 'INVITATION'::text]))),
  constraint account_messages_role CHECK ((role = ANY (ARRAY['OWNER'::text, 'DEVELOPER'::text, 'FINANCE'::text, 'SUPPORT'::text, 'VIEWER'::text]))),
  constraint account_messages_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint account_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table allow_list_keys (
  store_id text not null,
  key_sealed bytea not null,
  constraint allow_list_keys_pkey PRIMARY KEY (store_id),
  constraint allow_list_keys_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

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
  expires_at timestamp with time zone,
  allowed_addresses text[] default '{}'::text[] not null,
  replaced_by text,
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

create table finished_clock_advances (
  store_id text collate "C" not null,
  target timestamp with time zone not null,
  answer json not null,
  constraint finished_clock_advances_pkey PRIMARY KEY (store_id)
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

create table left_sandbox_stores (
  store_id text collate "C" not null,
  left_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  passes integer default 0 not null,
  constraint left_sandbox_stores_pkey PRIMARY KEY (store_id),
  constraint left_sandbox_stores_store_check CHECK ((store_id ~ '^store_sbox_[0-9A-Za-z]{24}$'::text)),
  constraint left_sandbox_stores_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

create table members (
  store_id text not null,
  user_id text collate "C" not null,
  role text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint members_pkey PRIMARY KEY (store_id, user_id),
  constraint members_role CHECK ((role = ANY (ARRAY['OWNER'::text, 'DEVELOPER'::text, 'FINANCE'::text, 'SUPPORT'::text, 'VIEWER'::text]))),
  constraint members_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notice_mails (
  store_id text collate "C" not null,
  dev_mode boolean not null,
  user_id text collate "C" not null,
  notice_id text collate "C" not null,
  kind text not null,
  record_id text not null,
  amount_cents bigint,
  due_at timestamp with time zone,
  is_transfer boolean not null,
  created_at timestamp with time zone not null,
  mail_id text,
  sent_at timestamp with time zone,
  constraint notice_mails_pkey PRIMARY KEY (store_id, dev_mode, user_id, notice_id),
  constraint notice_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notice_marks (
  store_id text collate "C" not null,
  dev_mode boolean not null,
  user_id text collate "C" not null,
  notice_id text collate "C" not null,
  "position" bigint not null,
  constraint notice_marks_pkey PRIMARY KEY (store_id, dev_mode, user_id, notice_id),
  constraint notice_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notice_reads (
  store_id text collate "C" not null,
  dev_mode boolean not null,
  user_id text collate "C" not null,
  "position" bigint not null,
  constraint notice_reads_pkey PRIMARY KEY (store_id, dev_mode, user_id),
  constraint notice_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notice_switches (
  store_id text collate "C" not null,
  user_id text collate "C" not null,
  bell text[] not null,
  mail text[] not null,
  digest boolean not null,
  digest_day date,
  updated_at timestamp with time zone not null,
  constraint notice_switches_pkey PRIMARY KEY (store_id, user_id),
  constraint notice_switches_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint notice_switches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table oauth_clients (
  id text collate "C" not null,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamp with time zone not null,
  granted_at timestamp with time zone,
  constraint oauth_clients_pkey PRIMARY KEY (id)
);

create table oauth_grants (
  id text collate "C" not null,
  store_id text not null,
  dev_mode boolean not null,
  key_id text collate "C" not null,
  client_id text collate "C" not null,
  user_id text collate "C" not null,
  redirect_uri text not null,
  code_hash bytea not null,
  code_challenge text not null,
  code_expires_at timestamp with time zone not null,
  exchanged_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint oauth_grants_pkey PRIMARY KEY (id),
  constraint oauth_grants_code_hash_length CHECK ((octet_length(code_hash) = 32)),
  constraint oauth_grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(id),
  constraint oauth_grants_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
  constraint oauth_grants_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

create table oauth_tokens (
  grant_id text collate "C" not null,
  refresh_hash bytea not null,
  access_hash bytea not null,
  access_expires_at timestamp with time zone not null,
  refresh_expires_at timestamp with time zone not null,
  refreshed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint oauth_tokens_pkey PRIMARY KEY (refresh_hash),
  constraint oauth_tokens_hash_length CHECK (((octet_length(refresh_hash) = 32) AND (octet_length(access_hash) = 32))),
  constraint oauth_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON DELETE CASCADE
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

create table passkey_challenges (
  hash bytea not null,
  user_id text collate "C",
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (hash),
  constraint passkey_challenges_purpose CHECK ((purpose = ANY (ARRAY['REGISTER'::text, 'SIGN_IN'::text, 'SECOND_FACTOR'::text]))),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table passkeys (
  id text collate "C" not null,
  user_id text collate "C" not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_id_length CHECK ((length(id) <= 1400)),
  constraint passkeys_name_length CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table payout_limit_changes (
  id text collate "C" not null,
  store_id text not null,
  dev_mode boolean not null,
  status text not null,
  content_sealed bytea not null,
  confirmation text not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  confirmed_by text,
  confirmed_at timestamp with time zone,
  works_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  ended_by text,
  ended_at timestamp with time zone,
  mailed_status text,
  constraint payout_limit_changes_pkey PRIMARY KEY (store_id, id),
  constraint payout_limit_changes_confirmation_check CHECK ((confirmation = ANY (ARRAY['SECOND_PERSON'::text, 'DELAY'::text, 'NONE'::text]))),
  constraint payout_limit_changes_second_person_check CHECK (((confirmation <> 'SECOND_PERSON'::text) OR (status <> ALL (ARRAY['SCHEDULED'::text, 'APPLIED'::text])) OR ((confirmed_by IS NOT NULL) AND (confirmed_by <> asked_by)))),
  constraint payout_limit_changes_status_check CHECK ((status = ANY (ARRAY['WAITING'::text, 'SCHEDULED'::text, 'APPLIED'::text, 'CANCELLED'::text, 'EXPIRED'::text]))),
  constraint payout_limit_changes_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

create table payout_limits (
  store_id text not null,
  dev_mode boolean not null,
  order_cents bigint,
  day_cents bigint,
  night_cents bigint,
  interval_seconds integer,
  allowed_keys_sealed bytea,
  version bigint not null,
  told_version bigint not null,
  updated_at timestamp with time zone not null,
  constraint payout_limits_pkey PRIMARY KEY (store_id, dev_mode),
  constraint payout_limits_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

create table record_notes (
  id text collate "C" not null,
  store_id text collate "C" not null,
  dev_mode boolean not null,
  kind text not null,
  record_id text collate "C" not null,
  customer_id text collate "C",
  author_id text collate "C" not null,
  content text not null,
  created_at timestamp with time zone not null,
  constraint record_notes_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint record_notes_content_length CHECK (((length(content) >= 1) AND (length(content) <= 1000))),
  constraint record_notes_kind_check CHECK ((kind = ANY (ARRAY['CHARGE'::text, 'CUSTOMER'::text]))),
  constraint record_notes_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

create table recovery_codes (
  user_id text collate "C" not null,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table request_log (
  store_id text not null,
  dev_mode boolean not null,
  id text collate "C" not null,
  request_id text not null,
  actor_kind text not null,
  actor_id text not null,
  method text not null,
  route text not null,
  status smallint not null,
  code text,
  duration_ms integer not null,
  query json,
  body json,
  created_at timestamp with time zone not null,
  constraint request_log_pkey PRIMARY KEY (store_id, dev_mode, id)
) partition by RANGE (id);

create table sandboxes (
  id text collate "C" not null,
  store_id text collate "C" not null,
  sandbox_store_id text collate "C" not null,
  name text not null,
  generation integer not null,
  has_sample_data boolean not null,
  created_at timestamp with time zone not null,
  reset_at timestamp with time zone,
  used_at timestamp with time zone not null,
  constraint sandboxes_pkey PRIMARY KEY (id),
  constraint sandboxes_sandbox_store_id_key UNIQUE (sandbox_store_id),
  constraint sandboxes_generation_check CHECK ((generation >= 1)),
  constraint sandboxes_name_length CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint sandboxes_store_check CHECK ((sandbox_store_id ~ '^store_sbox_[0-9A-Za-z]{24}$'::text)),
  constraint sandboxes_sandbox_store_id_fkey FOREIGN KEY (sandbox_store_id) REFERENCES stores(id),
  constraint sandboxes_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

create table schema_migrations (
  namespace text not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (namespace, name)
);

create table security_notices (
  id text collate "C" not null,
  kind text not null,
  user_id text collate "C" not null,
  store_id text,
  actor_kind text not null,
  actor_id text not null,
  about text not null,
  created_at timestamp with time zone not null,
  device text,
  address text,
  constraint security_notices_pkey PRIMARY KEY (id),
  constraint security_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table sessions (
  id text collate "C" not null,
  user_id text collate "C" not null,
  hash bytea not null,
  level text not null,
  second_factor_at timestamp with time zone,
  user_agent text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_hash_length CHECK ((octet_length(hash) = 32)),
  constraint sessions_level CHECK ((level = ANY (ARRAY['PASSWORD'::text, 'FULL'::text]))),
  constraint sessions_user_agent_length CHECK ((length(user_agent) <= 200)),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table sign_in_attempts (
  subject text collate "C" not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  locked_until timestamp with time zone,
  constraint sign_in_attempts_pkey PRIMARY KEY (subject)
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
  legal_name text,
  city text default 'SAO PAULO'::text not null,
  pix_fee_cents bigint default 80 not null,
  boleto_fee_cents bigint default 250 not null,
  card_fixed_fee_cents bigint default 60 not null,
  card_single_basis_points integer default 350 not null,
  card_short_basis_points integer default 400 not null,
  card_long_basis_points integer default 450 not null,
  payout_fee_cents bigint default 80 not null,
  automatic_pix_dev boolean default true not null,
  automatic_pix_prod boolean default false not null,
  methods_dev text[] default '{PIX,BOLETO,CARD}'::text[] not null,
  methods_prod text[] default '{PIX,BOLETO,CARD}'::text[] not null,
  boleto_settlement_days smallint default 1 not null,
  card_settlement_days smallint default 30 not null,
  brand_name text,
  brand_logo_url text,
  brand_color text,
  support_email text,
  closed_at timestamp with time zone,
  version bigint default 1 not null,
  applied_version bigint default 1 not null,
  mail_kinds text[] default '{RECEIPT}'::text[] not null,
  mail_language text default 'pt-BR'::text not null,
  mail_applied_version bigint default 0 not null,
  payer_email text default 'NEVER'::text not null,
  payer_cellphone text default 'NEVER'::text not null,
  payout_approval_above_cents bigint,
  refund_overdraft_cents bigint default 0 not null,
  billing_applied_version bigint default 0 not null,
  return_hosts text[] default '{}'::text[] not null,
  return_hosts_at timestamp with time zone default now(),
  sub_accounts_dev boolean default true not null,
  sub_accounts_prod boolean default false not null,
  compatibility text default '2026-11-28'::text not null,
  payout_fee_mode text default 'ADDED'::text not null,
  minimum_checkout_cents bigint,
  minimum_boleto_cents bigint,
  sandbox_of text,
  mail_chosen boolean default false not null,
  constraint stores_pkey PRIMARY KEY (id),
  constraint stores_name_length CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint stores_payout_fee_mode_check CHECK ((payout_fee_mode = ANY (ARRAY['INCLUDED'::text, 'ADDED'::text]))),
  constraint stores_rate_limit CHECK ((rate_limit_per_second >= 0)),
  constraint stores_sandbox_of_check CHECK (((sandbox_of IS NULL) = (id !~ '^store_sbox_[0-9A-Za-z]{24}$'::text))) NOT VALID,
  constraint stores_status CHECK ((status = ANY (ARRAY['CREATING'::text, 'ACTIVE'::text, 'CLOSED'::text]))) NOT VALID,
  constraint stores_website_length CHECK ((length(website) <= 2048)),
  constraint stores_sandbox_of_fkey FOREIGN KEY (sandbox_of) REFERENCES stores(id)
);

create table user_totps (
  user_id text collate "C" not null,
  secret_sealed bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null,
  created_at timestamp with time zone not null,
  constraint user_totps_pkey PRIMARY KEY (user_id),
  constraint user_totps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id text collate "C" not null,
  email_sealed bytea not null,
  email_fingerprint bytea not null,
  password_hash text not null,
  created_at timestamp with time zone not null,
  password_changed_at timestamp with time zone not null,
  language text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_fingerprint_length CHECK ((octet_length(email_fingerprint) = 32)),
  constraint users_password_hash_length CHECK ((length(password_hash) <= 300))
);

CREATE INDEX account_messages_email ON public.account_messages USING btree (email_fingerprint, created_at);

CREATE INDEX account_messages_end ON public.account_messages USING btree (expires_at);

CREATE UNIQUE INDEX account_messages_hash ON public.account_messages USING btree (hash);

CREATE INDEX account_messages_invited_idx ON public.account_messages USING btree (store_id, created_at) WHERE (kind = 'INVITATION'::text);

CREATE INDEX account_messages_inviter_idx ON public.account_messages USING btree (invited_by, created_at) WHERE (kind = 'INVITATION'::text);

CREATE INDEX account_messages_store ON public.account_messages USING btree (store_id) WHERE (used_at IS NULL);

CREATE INDEX account_messages_unmailed_idx ON public.account_messages USING btree (created_at) WHERE ((mailed_at IS NULL) AND (used_at IS NULL));

CREATE UNIQUE INDEX api_keys_hash ON public.api_keys USING btree (hash);

CREATE INDEX api_keys_store ON public.api_keys USING btree (store_id, dev_mode, id DESC);

CREATE INDEX audit_log_action ON public.audit_log USING btree (chain, action, seq DESC);

CREATE INDEX audit_log_actor ON public.audit_log USING btree (chain, actor_id, seq DESC);

CREATE UNIQUE INDEX audit_log_id ON public.audit_log USING btree (chain, id);

CREATE INDEX audit_log_target ON public.audit_log USING btree (chain, target_id, seq DESC);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX left_sandbox_stores_due_idx ON public.left_sandbox_stores USING btree (due_at);

CREATE INDEX members_user ON public.members USING btree (user_id);

CREATE INDEX notice_mails_created_idx ON public.notice_mails USING btree (created_at);

CREATE INDEX notice_mails_unsent_idx ON public.notice_mails USING btree (created_at) WHERE (sent_at IS NULL);

CREATE INDEX notice_mails_user_idx ON public.notice_mails USING btree (user_id, sent_at);

CREATE INDEX notice_marks_user_idx ON public.notice_marks USING btree (user_id);

CREATE INDEX notice_reads_user_idx ON public.notice_reads USING btree (user_id);

CREATE INDEX notice_switches_digest_idx ON public.notice_switches USING btree (digest_day, store_id) WHERE digest;

CREATE INDEX notice_switches_user_idx ON public.notice_switches USING btree (user_id);

CREATE INDEX oauth_clients_granted_idx ON public.oauth_clients USING btree (granted_at) WHERE (granted_at IS NOT NULL);

CREATE INDEX oauth_clients_unused_idx ON public.oauth_clients USING btree (created_at DESC) WHERE (granted_at IS NULL);

CREATE INDEX oauth_grants_client_idx ON public.oauth_grants USING btree (client_id);

CREATE UNIQUE INDEX oauth_grants_code_idx ON public.oauth_grants USING btree (code_hash);

CREATE UNIQUE INDEX oauth_grants_key_idx ON public.oauth_grants USING btree (key_id);

CREATE UNIQUE INDEX oauth_tokens_access_idx ON public.oauth_tokens USING btree (access_hash);

CREATE INDEX oauth_tokens_expires_idx ON public.oauth_tokens USING btree (refresh_expires_at);

CREATE INDEX oauth_tokens_grant_idx ON public.oauth_tokens USING btree (grant_id, created_at DESC);

CREATE INDEX passkey_challenges_end ON public.passkey_challenges USING btree (expires_at);

CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

CREATE INDEX payout_limit_changes_due_idx ON public.payout_limit_changes USING btree (COALESCE(works_at, expires_at)) WHERE (status = ANY (ARRAY['WAITING'::text, 'SCHEDULED'::text]));

CREATE UNIQUE INDEX payout_limit_changes_open_idx ON public.payout_limit_changes USING btree (store_id) WHERE (status = ANY (ARRAY['WAITING'::text, 'SCHEDULED'::text]));

CREATE INDEX payout_limit_changes_unmailed_idx ON public.payout_limit_changes USING btree (asked_at) WHERE (mailed_status IS DISTINCT FROM status);

CREATE INDEX payout_limits_untold_idx ON public.payout_limits USING btree (store_id) WHERE (told_version < version);

CREATE INDEX record_notes_customer_idx ON public.record_notes USING btree (store_id, dev_mode, customer_id) WHERE (customer_id IS NOT NULL);

CREATE INDEX record_notes_record_idx ON public.record_notes USING btree (store_id, dev_mode, kind, record_id, created_at, id);

CREATE INDEX request_log_request_idx ON ONLY public.request_log USING btree (store_id, dev_mode, request_id, id DESC);

CREATE INDEX sandboxes_store_idx ON public.sandboxes USING btree (store_id, id);

CREATE INDEX security_notices_created_idx ON public.security_notices USING btree (created_at);

CREATE INDEX security_notices_user_idx ON public.security_notices USING btree (user_id);

CREATE INDEX sessions_end ON public.sessions USING btree (ends_at);

CREATE UNIQUE INDEX sessions_hash ON public.sessions USING btree (hash);

CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

CREATE INDEX sign_in_attempts_last ON public.sign_in_attempts USING btree (last_at);

CREATE INDEX store_clocks_changed_at_idx ON public.store_clocks USING btree (changed_at);

CREATE INDEX stores_untold_idx ON public.stores USING btree (id) WHERE ((applied_version < version) OR (billing_applied_version < version) OR (status = 'CREATING'::text));

CREATE INDEX stores_untold_mail_idx ON public.stores USING btree (id) WHERE (mail_applied_version < version);

CREATE INDEX user_totps_unconfirmed ON public.user_totps USING btree (created_at) WHERE (confirmed_at IS NULL);

CREATE UNIQUE INDEX users_email ON public.users USING btree (email_fingerprint);

CREATE OR REPLACE FUNCTION public.first_request_log_id(at timestamp with time zone)
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
  return 'rlog_' || id;
end
$function$
;

CREATE OR REPLACE FUNCTION public.reject_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is immutable: % refused', tg_table_name, tg_op using errcode = 'integrity_constraint_violation';
end
$function$
;

CREATE OR REPLACE FUNCTION public.turn_request_log(through timestamp with time zone, before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  partition text;
  day timestamp;
  low text;
  high text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7415087);
  select coalesce(max(to_date(right(c.relname, 10), 'YYYY_MM_DD')) + interval '1 day', date_trunc('day', now() at time zone 'UTC'))
    into day
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'request_log'::regclass and c.relname ~ '_\d{4}_\d{2}_\d{2}$';
  while day <= through at time zone 'UTC' loop
    partition := 'request_log' || to_char(day, '_YYYY_MM_DD');
    low := first_request_log_id(day at time zone 'UTC');
    high := first_request_log_id((day + interval '1 day') at time zone 'UTC');
    execute format('create table %I (like request_log including all)', partition);
    lock table request_log_rest in access exclusive mode;
    execute format('with moved as (delete from request_log_rest where id >= %L and id < %L returning *)
      insert into %I select * from moved', low, high, partition);
    execute format('alter table request_log attach partition %I for values from (%L) to (%L)', partition, low, high);
    day := day + interval '1 day';
  end loop;
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'request_log'::regclass and c.relname ~ '_\d{4}_\d{2}_\d{2}$'
      and (to_date(right(c.relname, 10), 'YYYY_MM_DD') + interval '1 day') at time zone 'UTC' <= before
    order by 1
  loop
    execute format('drop table %I', partition);
    dropped := dropped + 1;
  end loop;
  delete from request_log_rest where id < first_request_log_id(before);
  return dropped;
end
$function$
;

CREATE TRIGGER audit_log_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_change();
