-- no-transaction
set lock_timeout = '5s';

-- Lists, newest first, and their cursors.
drop index concurrently if exists disputes_store_idx;
create index concurrently disputes_store_idx on disputes (store_id, dev_mode, id desc);

-- A provider's dispute is one of ours, however often it is read.
drop index concurrently if exists disputes_reference_idx;
create unique index concurrently disputes_reference_idx on disputes (store_id, dev_mode, provider, reference)
  where reference is not null;
