-- no-transaction
set lock_timeout = '5s';

-- The refunds of a store that wait for a Pix key, for the list.
drop index concurrently if exists refunds_waiting_idx;
create index concurrently refunds_waiting_idx on refunds (store_id, dev_mode, id desc)
  where kind = 'OVERPAYMENT' and (step = 'KEY' or status = 'FAILED');
