set local lock_timeout = '5s';

-- Billing knows all of the store, its tax id included, as of this version: applied_version is also written by a gateway
-- that does not tell it.
alter table stores add column billing_applied_version bigint not null default 0;
