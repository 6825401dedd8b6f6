create table advances (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  asked_cents bigint,
  amount_cents bigint not null,
  cost_cents bigint not null,
  rate_basis_points integer not null,
  created_at timestamp with time zone not null,
  constraint advances_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint advances_amount_check CHECK (((cost_cents >= 0) AND (cost_cents < amount_cents))),
  constraint advances_asked_check CHECK ((asked_cents = amount_cents)),
  constraint advances_rate_check CHECK ((rate_basis_points >= 0))
);

create table balances (
  store_id text not null,
  dev_mode boolean not null,
  account text not null,
  stripe smallint not null,
  balance_cents bigint not null,
  operator_cents bigint default 0 not null,
  constraint balances_pkey PRIMARY KEY (store_id, dev_mode, account, stripe),
  constraint balances_account_check CHECK (
CASE
    WHEN (store_id = '~platform'::text) THEN (account = ANY (ARRAY['provider_clearing'::text, 'fees_earned'::text, 'bank'::text, 'suspense'::text]))
    ELSE (((account = ANY (ARRAY['available'::text, 'pending'::text, 'blocked'::text, 'payouts_in_flight'::text, 'top_up'::text])) OR (account ~ '^sub_(available|pending|blocked):sacc_[0-9A-Za-z]{24}$'::text)) AND (stripe = 0))
END)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

create table clock_happenings (
  store_id text not null,
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  type text not null,
  subject_id text not null,
  constraint clock_happenings_pkey PRIMARY KEY (store_id, id)
);

create table daily_receipts (
  store_id text not null,
  dev_mode boolean not null,
  day date not null,
  method text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  payments bigint not null,
  constraint daily_receipts_pkey PRIMARY KEY (store_id, dev_mode, day, method),
  constraint daily_receipts_fee_check CHECK (((fee_cents >= 0) AND (fee_cents <= amount_cents))),
  constraint daily_receipts_method_check CHECK ((method = ANY (ARRAY['PIX'::text, 'BOLETO'::text, 'CARD'::text])))
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

create table daily_revenue (
  store_id text not null,
  dev_mode boolean not null,
  day date not null,
  amount_cents bigint not null,
  payments bigint not null,
  disputed_cents bigint default 0 not null,
  constraint daily_revenue_pkey PRIMARY KEY (store_id, dev_mode, day),
  constraint daily_revenue_payments_check CHECK ((payments >= 0))
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

create table disputes (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  charge_id text not null,
  state text not null,
  amount_cents bigint not null,
  statement_entry_id text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  owner text,
  constraint disputes_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint disputes_amount_check CHECK ((amount_cents > 0)),
  constraint disputes_owner_check CHECK ((owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text]))),
  constraint disputes_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'WON'::text, 'LOST'::text])))
) with (fillfactor=80);

create table entries (
  store_id text not null,
  dev_mode boolean not null,
  journal_id text not null,
  line smallint not null,
  account text not null,
  stripe smallint not null,
  amount_cents bigint not null,
  month date default '0001-01-01'::date not null,
  constraint entries_pkey PRIMARY KEY (store_id, dev_mode, journal_id, line, month),
  constraint entries_account_check CHECK (((account = ANY (ARRAY['available'::text, 'pending'::text, 'blocked'::text, 'payouts_in_flight'::text, 'top_up'::text, 'provider_clearing'::text, 'fees_earned'::text, 'bank'::text, 'suspense'::text])) OR (account ~ '^sub_(available|pending|blocked):sacc_[0-9A-Za-z]{24}$'::text))),
  constraint entries_amount_check CHECK ((amount_cents <> 0)),
  constraint entries_line_check CHECK ((line >= 1))
) partition by RANGE (month);

create table erased_customers (
  store_id text not null,
  dev_mode boolean not null,
  customer_id text not null,
  erased_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  swept_at timestamp with time zone,
  constraint erased_customers_pkey PRIMARY KEY (store_id, dev_mode, customer_id)
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
  charge_id text,
  returned_cents bigint default 0 not null,
  top_up_cents bigint default 0 not null,
  to_key boolean default false not null,
  owner text,
  sub_account_id text,
  constraint holds_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint holds_amount_check CHECK (((amount_cents >= 0) AND (fee_cents >= 0))),
  constraint holds_money_check CHECK ((((purpose IS NULL) AND (state = 'RELEASED'::text) AND (amount_cents = 0) AND (fee_cents = 0) AND (statement_entry_id IS NULL)) OR ((purpose IS NOT NULL) AND (amount_cents > 0) AND (statement_entry_id IS NOT NULL)))),
  constraint holds_owner_check CHECK ((owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text]))),
  constraint holds_purpose_check CHECK ((purpose = ANY (ARRAY['WITHDRAW'::text, 'TRANSFER'::text, 'REFUND'::text, 'SUB_WITHDRAW'::text]))),
  constraint holds_returned_check CHECK (((returned_cents >= 0) AND (returned_cents <= amount_cents) AND ((returned_cents = 0) OR ((state = 'SETTLED'::text) AND (purpose = ANY (ARRAY['WITHDRAW'::text, 'TRANSFER'::text, 'SUB_WITHDRAW'::text])))))),
  constraint holds_state_check CHECK ((state = ANY (ARRAY['HELD'::text, 'SETTLED'::text, 'RELEASED'::text]))),
  constraint holds_sub_account_check CHECK (((sub_account_id IS NOT NULL) = (COALESCE(purpose, ''::text) = 'SUB_WITHDRAW'::text))),
  constraint holds_top_up_check CHECK (((top_up_cents >= 0) AND (top_up_cents <= amount_cents) AND ((top_up_cents = 0) OR (purpose = 'REFUND'::text))))
) with (fillfactor=80);

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

create table journals (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  kind text not null,
  reference_id text not null,
  entry_count smallint not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  owner text,
  provider_account text,
  constraint journals_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint journals_entry_count_check CHECK ((entry_count >= 2)),
  constraint journals_kind_check CHECK ((kind = ANY (ARRAY['charge.captured'::text, 'charge.settled'::text, 'hold.reserved'::text, 'hold.settled'::text, 'hold.released'::text, 'hold.returned'::text, 'dispute.opened'::text, 'dispute.won'::text, 'dispute.lost'::text, 'overpayment.received'::text, 'overpayment.returned'::text, 'advance.made'::text, 'top_up.received'::text, 'owner.assigned'::text, 'key_payment.received'::text, 'key_payment.attached'::text, 'key_payment.returned'::text, 'sub_transfer.made'::text]))),
  constraint journals_owner_check CHECK ((owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text])))
);

create table key_payments (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  state text not null,
  amount_cents bigint not null,
  owner text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint key_payments_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint key_payments_amount_check CHECK ((amount_cents > 0)),
  constraint key_payments_owner_check CHECK ((owner = ANY (ARRAY['MERCHANT'::text, 'OPERATOR'::text]))),
  constraint key_payments_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'ATTACHED'::text, 'RETURNED'::text])))
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

create table overpayments (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  charge_id text not null,
  state text not null,
  amount_cents bigint not null,
  statement_entry_id text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint overpayments_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint overpayments_amount_check CHECK ((amount_cents > 0)),
  constraint overpayments_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'RETURNED'::text])))
) with (fillfactor=80);

create table part_takings (
  store_id text not null,
  dev_mode boolean not null,
  taker_id text not null,
  charge_id text not null,
  number smallint not null,
  amount_cents bigint not null,
  constraint part_takings_pkey PRIMARY KEY (store_id, dev_mode, taker_id, charge_id, number),
  constraint part_takings_amount_check CHECK ((amount_cents > 0))
);

create table payout_limits (
  store_id text not null,
  dev_mode boolean not null,
  order_cents bigint,
  day_cents bigint,
  night_cents bigint,
  interval_seconds integer,
  beneficiaries text[],
  version bigint not null,
  updated_at timestamp with time zone not null,
  constraint payout_limits_pkey PRIMARY KEY (store_id, dev_mode),
  constraint payout_limits_amounts_check CHECK (((order_cents >= 0) AND (day_cents >= 0) AND (night_cents >= 0))),
  constraint payout_limits_interval_check CHECK (((interval_seconds >= 0) AND (interval_seconds <= 86400)))
);

create table pending_parts (
  store_id text not null,
  dev_mode boolean not null,
  charge_id text not null,
  number smallint not null,
  amount_cents bigint not null,
  open_cents bigint not null,
  settled_cents bigint default 0 not null,
  due_at timestamp with time zone not null,
  run_at timestamp with time zone not null,
  statement_entry_id text not null,
  sub_account_id text,
  constraint pending_parts_pkey PRIMARY KEY (store_id, dev_mode, charge_id, number),
  constraint pending_parts_amount_check CHECK (((amount_cents > 0) AND (open_cents >= 0) AND (settled_cents >= 0) AND ((open_cents + settled_cents) <= amount_cents))),
  constraint pending_parts_number_check CHECK ((number >= 1)),
  constraint pending_parts_sub_account_check CHECK (((sub_account_id IS NOT NULL) = (number > 100)))
);

create table schema_migrations (
  namespace text not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (namespace, name)
);

create table split_takings (
  store_id text not null,
  dev_mode boolean not null,
  taker_id text not null,
  sub_account_id text not null,
  charge_id text not null,
  share_cents bigint not null,
  amount_cents bigint not null,
  constraint split_takings_pkey PRIMARY KEY (store_id, dev_mode, taker_id, sub_account_id),
  constraint split_takings_amount_check CHECK (((share_cents > 0) AND (amount_cents >= 0) AND (amount_cents <= share_cents)))
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
  external_id text,
  updated_at timestamp with time zone,
  subscription_id text,
  constraint statement_entries_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint statement_entries_kind_check CHECK ((kind = ANY (ARRAY['PAYMENT'::text, 'SETTLEMENT'::text, 'REFUND'::text, 'WITHDRAW'::text, 'TRANSFER'::text, 'FEE'::text, 'ADVANCE'::text, 'DISPUTE'::text, 'DISPUTE_RELEASE'::text, 'CHARGEBACK'::text, 'RETURN'::text, 'TOP_UP'::text]))),
  constraint statement_entries_method_check CHECK ((method = ANY (ARRAY['PIX'::text, 'BOLETO'::text, 'CARD'::text, 'TED'::text]))),
  constraint statement_entries_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETE'::text, 'FAILED'::text])))
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

create table sub_account_entries (
  store_id text not null,
  dev_mode boolean not null,
  sub_account_id text not null,
  entry_id text not null,
  constraint sub_account_entries_pkey PRIMARY KEY (store_id, dev_mode, sub_account_id, entry_id)
);

create table sub_transfers (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  sub_account_id text not null,
  direction text not null,
  amount_cents bigint not null,
  external_id text not null,
  against_id text,
  created_at timestamp with time zone not null,
  constraint sub_transfers_pkey PRIMARY KEY (store_id, dev_mode, id),
  constraint sub_transfers_external_id_key UNIQUE (store_id, dev_mode, external_id),
  constraint sub_transfers_check CHECK (((amount_cents > 0) AND (direction = ANY (ARRAY['TO_SUB_ACCOUNT'::text, 'TO_STORE'::text])) AND ((direction = 'TO_STORE'::text) = (against_id IS NOT NULL))))
);

CREATE INDEX erased_customers_unswept_idx ON public.erased_customers USING btree (recorded_at) WHERE (swept_at IS NULL);

CREATE INDEX holds_charge_idx ON public.holds USING btree (store_id, dev_mode, charge_id) WHERE (charge_id IS NOT NULL);

CREATE INDEX holds_money_out_by_purpose_idx ON public.holds USING btree (store_id, dev_mode, created_at) WHERE ((purpose = ANY (ARRAY['WITHDRAW'::text, 'TRANSFER'::text, 'SUB_WITHDRAW'::text])) OR to_key);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX pending_parts_dev_idx ON public.pending_parts USING btree (store_id, due_at) WHERE (dev_mode AND (settled_cents < amount_cents));

CREATE INDEX pending_parts_installments_idx ON public.pending_parts USING btree (run_at, store_id, dev_mode, charge_id, (((number)::integer % 100)), number) WHERE (open_cents > 0);

CREATE INDEX pending_parts_settlements_idx ON public.pending_parts USING btree (store_id, dev_mode, due_at, charge_id, number) INCLUDE (open_cents) WHERE ((open_cents > 0) AND (sub_account_id IS NULL));

CREATE INDEX split_takings_charge_idx ON public.split_takings USING btree (store_id, dev_mode, charge_id);

CREATE INDEX statement_entries_customer_idx ON public.statement_entries USING btree (store_id, dev_mode, ((customer ->> 'id'::text))) WHERE (customer IS NOT NULL);

CREATE INDEX statement_entries_kind_idx ON public.statement_entries USING btree (store_id, dev_mode, kind, id) WHERE (kind <> 'PAYMENT'::text);

CREATE INDEX statement_entries_method_idx ON public.statement_entries USING btree (store_id, dev_mode, method, id) WHERE (method <> 'PIX'::text);

CREATE INDEX statement_entries_open_idx ON public.statement_entries USING btree (store_id, dev_mode, status, id) WHERE (status <> 'COMPLETE'::text);

CREATE INDEX store_clocks_changed_at_idx ON public.store_clocks USING btree (changed_at);

CREATE INDEX sub_transfers_against_idx ON public.sub_transfers USING btree (store_id, dev_mode, against_id) WHERE (against_id IS NOT NULL);

CREATE INDEX sub_transfers_sub_account_idx ON public.sub_transfers USING btree (store_id, dev_mode, sub_account_id, id);

CREATE OR REPLACE FUNCTION public.add_daily_receipts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into daily_receipts as r (store_id, dev_mode, day, method, amount_cents, fee_cents, payments)
  select a.store_id, a.dev_mode, (a.created_at at time zone 'America/Sao_Paulo')::date, a.method,
    sum(m.amount_cents), sum(m.fee_cents), count(*)
  from added a cross join lateral (
    select coalesce(sum((m ->> 'amountCents')::bigint) filter (where m ->> 'category' = 'PAYMENT'), 0) as amount_cents,
      coalesce(sum((m ->> 'amountCents')::bigint) filter (where m ->> 'category' = 'FEE'), 0) as fee_cents
    from jsonb_array_elements(a.movements) m
  ) m
  where a.kind = 'PAYMENT' and a.journal_id like 'capture:%'
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (store_id, dev_mode, day, method) do update set
    amount_cents = r.amount_cents + excluded.amount_cents,
    fee_cents = r.fee_cents + excluded.fee_cents,
    payments = r.payments + excluded.payments;
  insert into daily_revenue as r (store_id, dev_mode, day, amount_cents, payments, disputed_cents)
  select a.store_id, a.dev_mode, (a.created_at at time zone 'America/Sao_Paulo')::date, -sum(m.amount_cents), 0,
    sum(m.amount_cents)
  from added a cross join lateral (
    select sum((m ->> 'amountCents')::bigint) as amount_cents from jsonb_array_elements(a.movements) m
  ) m
  where a.kind = 'CHARGEBACK'
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (store_id, dev_mode, day) do update set
    amount_cents = r.amount_cents + excluded.amount_cents,
    disputed_cents = r.disputed_cents + excluded.disputed_cents;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.add_sub_account_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into sub_account_entries (store_id, dev_mode, sub_account_id, entry_id)
  select distinct a.store_id, a.dev_mode, m ->> 'subAccountId', a.id
  from added a cross join lateral jsonb_array_elements(a.movements) m
  where jsonb_exists(m, 'subAccountId');
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.create_entry_partitions(through date)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  start date;
  name text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(7415085);
  for start in select generate_series(timestamp '2026-11-01', through, interval '1 month')::date loop
    name := 'entries_' || to_char(start, 'YYYY_MM');
    continue when to_regclass(name) is not null;
    execute format('create table %I (like entries including defaults including constraints)', name);
    execute format('alter table %I add primary key (store_id, dev_mode, journal_id, line, month)', name);
    execute format('create trigger entries_balance after insert on %I referencing new table as written_entries
      for each statement execute function reject_unbalanced_journals()', name);
    execute format('create trigger entries_immutable before update or delete or truncate on %I
      for each statement execute function reject_change()', name);
    execute format('alter table entries attach partition %I for values from (%L) to (%L)',
      name, start, (start + interval '1 month')::date);
    made := made + 1;
  end loop;
  return made;
end
$function$
;

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
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  broken text;
begin
  select w.journal_id into broken
  from (
    select store_id, dev_mode, journal_id, sum(amount_cents) as total, count(*) as lines, max(line) as last_line,
      min(month) as first_month, max(month) as last_month
    from written_entries
    group by store_id, dev_mode, journal_id
  ) w
  left join journals j on j.store_id = w.store_id and j.dev_mode = w.dev_mode and j.id = w.journal_id
  where j.xmin is distinct from pg_current_xact_id()::xid
    or w.total <> 0 or w.lines < 2 or w.lines is distinct from j.entry_count or w.last_line <> w.lines
    or w.first_month <> w.last_month
    or w.last_month not in (date_trunc('month', j.recorded_at at time zone 'UTC')::date, '0001-01-01')
  limit 1;
  if found then
    raise exception 'journal % does not balance or is not complete', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$function$
;

CREATE TRIGGER entries_balance AFTER INSERT ON public.entries REFERENCING NEW TABLE AS written_entries FOR EACH STATEMENT EXECUTE FUNCTION reject_unbalanced_journals();

CREATE TRIGGER entries_immutable BEFORE UPDATE OR TRUNCATE ON public.entries FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

CREATE TRIGGER entries_kept BEFORE DELETE ON public.entries FOR EACH ROW WHEN ((old.store_id !~ '^store_sbox_[0-9A-Za-z]{24}$'::text)) EXECUTE FUNCTION reject_change();

CREATE TRIGGER journals_immutable BEFORE UPDATE OR TRUNCATE ON public.journals FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

CREATE TRIGGER journals_kept BEFORE DELETE ON public.journals FOR EACH ROW WHEN ((old.store_id !~ '^store_sbox_[0-9A-Za-z]{24}$'::text)) EXECUTE FUNCTION reject_change();

CREATE TRIGGER statement_entries_receipts AFTER INSERT ON public.statement_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_daily_receipts();

CREATE TRIGGER statement_entries_sub_accounts AFTER INSERT ON public.statement_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_sub_account_entries();
