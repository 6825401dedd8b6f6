set local lock_timeout = '5s';

-- When its status changed; null for a line that has the status it was written with.
alter table statement_entries add column updated_at timestamptz;
