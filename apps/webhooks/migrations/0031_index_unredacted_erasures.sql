-- no-transaction
set lock_timeout = '5s';

-- Erasures whose events are still to be redacted.
drop index concurrently if exists erased_customers_unredacted_idx;
create index concurrently erased_customers_unredacted_idx on erased_customers (store_id, dev_mode, customer_id)
  where events_redacted_at is null;
