-- no-transaction
set lock_timeout = '5s';

-- First of two steps to entries by month, however large the table is: here everything that reads all of it, without a
-- lock that writers wait for; in 0013 what locks it, without reading. Immutable rows are not copied: they stay in their
-- table, which becomes the first partition. They, and those that the previous version of the service still writes,
-- have the month 0001-01-01; a constant default costs no rewrite. Dropping the default is for a later migration, when
-- no such version runs.
alter table entries add column if not exists month date not null default '0001-01-01';

-- The key that the table has as a part of the partitioned one.
drop index concurrently if exists entries_month_key;
create unique index concurrently entries_month_key on entries (store_id, dev_mode, journal_id, line, month);

-- What makes attaching it a matter of a moment: no scan then.
alter table entries
  drop constraint if exists entries_month_check,
  add constraint entries_month_check check (month < '2026-11-01') not valid;
alter table entries validate constraint entries_month_check;
