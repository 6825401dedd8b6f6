-- no-transaction
set lock_timeout = '5s';

-- The search by the beginning of a payer's name, without case.
create index concurrently if not exists key_payments_payer_name_idx
  on key_payments (store_id, dev_mode, lower(payer_name) text_pattern_ops) where payer_name is not null;
