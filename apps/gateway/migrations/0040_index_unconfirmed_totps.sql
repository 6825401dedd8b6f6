-- no-transaction
set lock_timeout = '5s';

-- The purge of secrets that no code has confirmed in time.
create index concurrently user_totps_unconfirmed on user_totps (created_at) where confirmed_at is null;
