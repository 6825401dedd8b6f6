set local lock_timeout = '5s';

-- The store's time at the start of a call, beside the real one: they differ in dev mode once its clock was advanced. Empty for
-- calls of the release before and for one that was interrupted.
alter table attempts add column store_started_at timestamptz;
