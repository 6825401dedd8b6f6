-- no-transaction
set lock_timeout = '5s';

-- What a filter of the statement may look for in vain among millions of lines. Only what is rare in the stores that
-- have the most lines is in them, so that a Pix payment pays for none.
drop index concurrently if exists statement_entries_open_idx;
create index concurrently statement_entries_open_idx on statement_entries (store_id, dev_mode, status, id)
  where status <> 'COMPLETE';
drop index concurrently if exists statement_entries_kind_idx;
create index concurrently statement_entries_kind_idx on statement_entries (store_id, dev_mode, kind, id)
  where kind <> 'PAYMENT';
drop index concurrently if exists statement_entries_method_idx;
create index concurrently statement_entries_method_idx on statement_entries (store_id, dev_mode, method, id)
  where method <> 'PIX';
