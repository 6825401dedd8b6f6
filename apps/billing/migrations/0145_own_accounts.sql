-- no-transaction
set lock_timeout = '5s';

-- Whose an account is: the merchant's, or the operator's. Null of an account that an earlier release set, until the
-- operator tells it.
alter table pix_accounts add column if not exists owner text;
alter table pix_accounts
  drop constraint if exists pix_accounts_owner_check,
  add constraint pix_accounts_owner_check check (owner in ('MERCHANT', 'OPERATOR')) not valid;
alter table pix_accounts validate constraint pix_accounts_owner_check;

alter table stripe_accounts add column if not exists owner text;
alter table stripe_accounts
  drop constraint if exists stripe_accounts_owner_check,
  add constraint stripe_accounts_owner_check check (owner in ('MERCHANT', 'OPERATOR')) not valid;
alter table stripe_accounts validate constraint stripe_accounts_owner_check;

-- Whose account attested the payment of a charge; null until it is paid, in dev mode, and of what was paid before.
alter table charges add column if not exists account_owner text;
alter table charges
  drop constraint if exists charges_account_owner_check,
  add constraint charges_account_owner_check check (account_owner in ('MERCHANT', 'OPERATOR')) not valid;
alter table charges validate constraint charges_account_owner_check;
