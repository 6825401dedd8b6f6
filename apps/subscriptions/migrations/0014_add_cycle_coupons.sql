set lock_timeout = '5s';

-- Codes whose discount a cycle has; null in the rows of versions before.
alter table cycles add column coupons text[];
