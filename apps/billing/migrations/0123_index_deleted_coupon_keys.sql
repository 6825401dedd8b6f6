-- no-transaction
set lock_timeout = '5s';

-- Deleted coupons by code, the newest first: get with status DELETED, and cursors deleted since.
drop index concurrently if exists coupons_deleted_key_idx;
create index concurrently coupons_deleted_key_idx
  on coupons (store_id, dev_mode, (coalesce(code_key, code_folded)), id desc)
  where status = 'DELETED';
