set local lock_timeout = '5s';

-- A journal is one immutable fact. Its id is derived from the event or command that caused it
-- (`capture:<charge id>`), so the primary key is what makes every repeat a no-op. Kept for ever.
create table journals (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  kind text not null,
  reference_id text not null,
  entry_count smallint not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  constraint journals_pkey primary key (store_id, dev_mode, id),
  constraint journals_kind_check check (kind in ('charge.captured', 'hold.reserved', 'hold.settled', 'hold.released')),
  constraint journals_entry_count_check check (entry_count >= 2)
);

-- One line of a journal: positive credits the account, negative debits it. The row carries the tenant
-- of its journal; platform accounts (one per environment) are striped, see balances.
-- There is no foreign key to journals: it would cost one look-up per row, and the statement trigger
-- below proves the same for the whole statement at once.
create table entries (
  store_id text not null,
  dev_mode boolean not null,
  journal_id text not null,
  line smallint not null,
  account text not null,
  stripe smallint not null,
  amount_cents bigint not null,
  constraint entries_pkey primary key (store_id, dev_mode, journal_id, line),
  constraint entries_line_check check (line >= 1),
  constraint entries_amount_check check (amount_cents <> 0),
  constraint entries_account_check check (
    account in ('available', 'pending', 'blocked', 'payouts_in_flight', 'provider_clearing', 'fees_earned', 'bank', 'suspense')
  )
);

-- Every journal a statement writes must be complete in that statement: all its lines 1..entry_count,
-- summing to zero. This also refuses lines added to an old journal and lines of no journal.
create function reject_unbalanced_journals() returns trigger language plpgsql as $$
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
$$;

create trigger entries_balance after insert on entries
  referencing new table as written_entries
  for each statement execute function reject_unbalanced_journals();

create function reject_change() returns trigger language plpgsql as $$
begin
  raise exception '% is immutable: % refused', tg_table_name, tg_op using errcode = 'integrity_constraint_violation';
end
$$;

create trigger journals_immutable before update or delete or truncate on journals
  for each statement execute function reject_change();
create trigger entries_immutable before update or delete or truncate on entries
  for each statement execute function reject_change();
