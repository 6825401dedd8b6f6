-- no-transaction
set lock_timeout = '5s';

-- contract: subscriptions_wake_idx begins with the same columns, and every query of this release and of the one before
-- that looks for the due work of a store's dev environment uses its expression. Each renewal wrote both indexes twice.
drop index concurrently if exists subscriptions_clock_idx;
