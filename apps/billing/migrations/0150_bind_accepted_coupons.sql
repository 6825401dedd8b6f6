set local lock_timeout = '5s';

-- Which coupon each code of coupons is: [{code, id}]. A code that a version before this wrote is absent, and is any coupon
-- that has the code.
alter table checkouts add column accepted_coupons jsonb not null default '[]';
