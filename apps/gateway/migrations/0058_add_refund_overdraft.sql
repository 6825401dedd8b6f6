set local lock_timeout = '5s';

-- How far below zero refunds may draw the available balance (docs/behaviour/stores.md#refund-overdraft).
alter table stores add column refund_overdraft_cents bigint not null default 0;
