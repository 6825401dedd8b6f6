set local lock_timeout = '5s';

-- From which parts of a split payment a refund is taken (docs/behaviour/sub-accounts.md#split-refunds-named): a list of
-- subAccountId with amountCents. Null: from each in proportion.
alter table refunds add column split_refunds jsonb;
