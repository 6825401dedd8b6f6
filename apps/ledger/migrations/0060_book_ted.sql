-- no-transaction
set lock_timeout = '5s';

-- A withdrawal to a bank account. Not valid first, so that the exclusive lock lasts a moment; the scan that proves the old rows
-- blocks nobody.
alter table statement_entries
  drop constraint if exists statement_entries_method_check,
  add constraint statement_entries_method_check check (method in ('PIX', 'BOLETO', 'CARD', 'TED')) not valid;
alter table statement_entries validate constraint statement_entries_method_check;
