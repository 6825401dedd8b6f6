-- no-transaction
set lock_timeout = '5s';

-- The transfers of one sub-account, newest first; those of all are the primary key read backwards.
drop index concurrently if exists sub_transfers_sub_account_idx;
create index concurrently sub_transfers_sub_account_idx on sub_transfers (store_id, dev_mode, sub_account_id, id);
