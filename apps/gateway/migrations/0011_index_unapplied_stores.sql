-- no-transaction
set lock_timeout = '5s';

-- The stores that the services do not know as they are: a handful at most.
create index concurrently stores_unapplied on stores (id) where applied_version < version or status = 'CREATING';
