-- no-transaction
set lock_timeout = '5s';

-- An erasure reads the lines of one customer. Lines that name nobody are not in it.
drop index concurrently if exists statement_entries_customer_idx;
create index concurrently statement_entries_customer_idx
  on statement_entries (store_id, dev_mode, (customer ->> 'id'))
  where customer is not null;
