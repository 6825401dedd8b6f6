set local lock_timeout = '5s';

-- The last cycle that its payer was told of in advance.
alter table subscriptions add column announced_cycle integer not null default 0;
