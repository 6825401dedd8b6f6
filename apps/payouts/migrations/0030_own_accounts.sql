-- no-transaction
set lock_timeout = '5s';

-- Whose an account is: the merchant's, or the operator's. Null of an account that an earlier release set, until the
-- operator tells it.
alter table payout_accounts add column if not exists owner text;
alter table payout_accounts
  drop constraint if exists payout_accounts_owner_check,
  add constraint payout_accounts_owner_check check (owner in ('MERCHANT', 'OPERATOR')) not valid;
alter table payout_accounts validate constraint payout_accounts_owner_check;

-- Whose account a payout's money was held for; it is sent through no other's. Null in dev mode, and where it was not known.
alter table payouts add column if not exists account_owner text;
alter table payouts
  drop constraint if exists payouts_account_owner_check,
  add constraint payouts_account_owner_check check (account_owner in ('MERCHANT', 'OPERATOR')) not valid;
alter table payouts validate constraint payouts_account_owner_check;
