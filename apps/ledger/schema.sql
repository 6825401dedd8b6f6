create table balances (
  store_id text not null,
  dev_mode boolean not null,
  account text not null,
  stripe smallint not null,
  balance_cents bigint not null,
  constraint balances_pkey PRIMARY KEY (store_id, dev_mode, account, stripe),
  constraint balances_account_check CHECK (
CASE
    WHEN (store_id = '~platform'::text) THEN (account = ANY (ARRAY['provider_clearing'::text, 'fees_earned'::text, 'bank'::text, 'suspense'::text]))
    ELSE ((account = ANY (ARRAY['available'::text, 'pending'::text, 'blocked'::text, 'payouts_in_flight'::text])) AND (stripe = 0))
END)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

create table entries (
  store_id text not null,
  dev_mode boolean not null,
  journal_id text not null,
  line smallint not null,
  account text not null,
  stripe smallint not null,
  amount_cents bigint not null,
  constraint entries_pkey PRIMARY KEY (store_id, dev_mode, journal_id, line),
  constraint entries_account_check CHECK ((account = ANY (ARRAY['available'::text, 'pending'::text, 'blocked'::text, 'payouts_in_flight'::text, 'provider_clearing'::text, 'fees_earned'::text, 'bank'::text, 'suspense'::text]))),
  constraint entries_amount_check CHECK ((amount_cents <> 0)),
  constraint entries_line_check CHECK ((line >= 1))
);

create table holds (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  state text not null,
  purpose text,
  amount_cents bigint not null,
  fee_cents bigint not null,
  statement_entry_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint holds_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint holds_amount_check CHECK (((amount_cents >= 0) AND (fee_cents >= 0))),
  constraint holds_money_check CHECK ((((purpose IS NULL) AND (state = 'RELEASED'::text) AND (amount_cents = 0) AND (fee_cents = 0) AND (statement_entry_id IS NULL)) OR ((purpose IS NOT NULL) AND (amount_cents > 0) AND (statement_entry_id IS NOT NULL)))),
  constraint holds_purpose_check CHECK ((purpose = ANY (ARRAY['WITHDRAW'::text, 'TRANSFER'::text, 'REFUND'::text]))),
  constraint holds_state_check CHECK ((state = ANY (ARRAY['HELD'::text, 'SETTLED'::text, 'RELEASED'::text])))
) with (fillfactor=80);

create table idempotency_keys (
  store_id text not null,
  dev_mode boolean not null,
  operation text not null,
  key text not null,
  fingerprint text not null,
  response bytea,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (store_id, dev_mode, operation, key)
);

create table inbox (
  consumer text not null,
  event_id text not null,
  received_at timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (consumer, event_id)
);

create table journals (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  kind text not null,
  reference_id text not null,
  entry_count smallint not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  constraint journals_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint journals_entry_count_check CHECK ((entry_count >= 2)),
  constraint journals_kind_check CHECK ((kind = ANY (ARRAY['charge.captured'::text, 'hold.reserved'::text, 'hold.settled'::text, 'hold.released'::text])))
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

create table statement_entries (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  journal_id text not null,
  kind text not null,
  status text not null,
  method text,
  description text,
  movements jsonb not null,
  checkout_id text,
  charge_id text,
  reference_id text,
  customer jsonb,
  search_text text not null,
  created_at timestamp with time zone not null,
  constraint statement_entries_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint statement_entries_kind_check CHECK ((kind = ANY (ARRAY['PAYMENT'::text, 'SETTLEMENT'::text, 'REFUND'::text, 'WITHDRAW'::text, 'TRANSFER'::text, 'FEE'::text, 'ADVANCE'::text, 'DISPUTE'::text, 'DISPUTE_RELEASE'::text, 'CHARGEBACK'::text, 'RETURN'::text]))),
  constraint statement_entries_method_check CHECK ((method = ANY (ARRAY['PIX'::text, 'BOLETO'::text, 'CARD'::text]))),
  constraint statement_entries_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETE'::text, 'FAILED'::text])))
);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX inbox_received_at_idx ON public.inbox USING btree (received_at);

CREATE OR REPLACE FUNCTION public.reject_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is immutable: % refused', tg_table_name, tg_op using errcode = 'integrity_constraint_violation';
end
$function$
;

CREATE OR REPLACE FUNCTION public.reject_unbalanced_journals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  broken text;
begin
  select w.journal_id into broken
  from (
    select store_id, dev_mode, journal_id, sum(amount_cents) as total, count(*) as lines, max(line) as last_line
    from written_entries
    group by store_id, dev_mode, journal_id
  ) w
  left join journals j on j.store_id = w.store_id and j.dev_mode = w.dev_mode and j.id = w.journal_id
  where w.total <> 0 or w.lines < 2 or w.lines is distinct from j.entry_count or w.last_line <> w.lines
  limit 1;
  if found then
    raise exception 'journal % does not balance or is not complete', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$
;

CREATE TRIGGER entries_balance AFTER INSERT ON public.entries REFERENCING NEW TABLE AS written_entries FOR EACH STATEMENT EXECUTE FUNCTION reject_unbalanced_journals();

CREATE TRIGGER entries_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.entries FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

CREATE TRIGGER journals_immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.journals FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
