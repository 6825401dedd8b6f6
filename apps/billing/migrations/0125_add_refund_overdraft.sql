set local lock_timeout = '5s';

-- How far below zero the store's refunds may draw its available balance, in each environment.
alter table store_settings add column refund_overdraft_cents bigint not null default 0;
