set local lock_timeout = '5s';

-- Counts the changes of the store: an older change that arrives later is dropped. 0 = written by the version before.
alter table store_settings add column version bigint not null default 0;
