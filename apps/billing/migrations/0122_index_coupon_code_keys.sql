-- no-transaction
set lock_timeout = '5s';

-- One coupon per code, ignoring case, also under parallel creates; a deleted coupon frees its code.
drop index concurrently if exists coupons_store_key_idx;
create unique index concurrently coupons_store_key_idx
  on coupons (store_id, dev_mode, (coalesce(code_key, code_folded)))
  where status <> 'DELETED';
