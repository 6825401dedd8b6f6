set local lock_timeout = '5s';

-- What of each payment of a checkout goes to sub-accounts (docs/behaviour/sub-accounts.md#split-checkouts), as `splits` of
-- charges. Null: nothing.
alter table checkouts add column splits jsonb;
