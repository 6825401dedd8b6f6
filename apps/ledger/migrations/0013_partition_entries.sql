set local lock_timeout = '5s';

-- Second step: the table that there was becomes the first partition of the one that takes its name. No row moves or is
-- read; the exclusive lock lasts as long as these statements take.
alter table entries rename to entries_past;
alter table entries_past drop constraint entries_pkey;
alter table entries_past add constraint entries_past_pkey primary key using index entries_month_key;

-- By the month (UTC) in which the journal was recorded, so that what is written now stays in small indexes and a closed
-- month never changes again. Only entries: what must be unique (journals, holds) is unique over all months.
create table entries (
  store_id text not null,
  dev_mode boolean not null,
  journal_id text not null,
  line smallint not null,
  account text not null,
  stripe smallint not null,
  amount_cents bigint not null,
  -- The default is for the previous version of the service, which does not name the column.
  month date not null default '0001-01-01',
  constraint entries_pkey primary key (store_id, dev_mode, journal_id, line, month),
  constraint entries_line_check check (line >= 1),
  constraint entries_amount_check check (amount_cents <> 0),
  constraint entries_account_check check (
    account in ('available', 'pending', 'blocked', 'payouts_in_flight', 'provider_clearing', 'fees_earned', 'bank', 'suspense')
  )
) partition by range (month);
alter table entries attach partition entries_past for values from (minvalue) to ('2026-11-01');
alter table entries_past drop constraint entries_month_check;

-- Every journal a statement writes must be complete in that statement: all its lines 1..entry_count, summing to zero,
-- in the month of the journal. And the journal must be this transaction's own, because a key by month could not refuse
-- the same lines in another month. Its plan is kept for as long as a connection lives, so it must not be the one that
-- is right for a young ledger: by key, whatever the statistics say.
create or replace function reject_unbalanced_journals() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
$$;

-- A statement fires the triggers of the table it names, so the partitions have them too.
create trigger entries_balance after insert on entries
  referencing new table as written_entries
  for each statement execute function reject_unbalanced_journals();
create trigger entries_immutable before update or delete or truncate on entries
  for each statement execute function reject_change();

-- Makes the partitions that are missing up to the month of `through`; answers how many. Writers do not wait: each is
-- made beside the table and attached empty.
create function create_entry_partitions(through date) returns integer language plpgsql as $$
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
$$;

-- The service keeps a quarter ahead from here on.
select create_entry_partitions((now() at time zone 'UTC' + interval '3 months')::date);
