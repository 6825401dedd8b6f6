set local lock_timeout = '5s';

-- What of a charge goes to sub-accounts once it is paid (docs/behaviour/sub-accounts.md#splits): a list of subAccountId with
-- amountCents or basisPoints. Null: nothing.
alter table charges add column splits jsonb;
