set local lock_timeout = '5s';

-- What the record adds to the charge or takes from it. Null in those of a version before: units × unit_price_cents.
alter table usage_records add column amount_cents bigint;
