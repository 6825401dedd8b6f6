-- no-transaction
set lock_timeout = '5s';

-- Stores that the services do not know as they are. Replaces the index without billing_applied_version.
drop index concurrently if exists stores_untold_idx;
create index concurrently stores_untold_idx on stores (id)
  where applied_version < version or billing_applied_version < version or status = 'CREATING';
drop index concurrently if exists stores_unapplied;
