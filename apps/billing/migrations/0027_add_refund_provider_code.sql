set local lock_timeout = '5s';

-- The provider's own code of what it refused or failed at; null where it gave none, and for what failed before.
alter table refunds add column provider_code text;
