set local lock_timeout = '5s';

-- How often an overpayment's return was begun anew after its provider refused it: each is another order there.
alter table refunds add column order_number integer not null default 0;
