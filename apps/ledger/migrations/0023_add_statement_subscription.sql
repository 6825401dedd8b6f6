set local lock_timeout = '5s';

-- The subscription whose payment a line is about; null for every other line and for those written before.
alter table statement_entries add column subscription_id text;
