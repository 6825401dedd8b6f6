-- no-transaction
set lock_timeout = '5s';

-- The few open disputes of a store by whether they want an answer, newest first, however many are decided.
drop index concurrently if exists disputes_store_open_idx;
create index concurrently disputes_store_open_idx on disputes (store_id, dev_mode, answer_state, id desc)
  where status = 'OPEN';
