-- no-transaction
set lock_timeout = '5s';

-- Whose account is to send a refund: of a requested one whose money is held, of an overpayment whose account took it. Null in
-- dev mode, of refunds of an earlier release, and where the account has no owner.
alter table refunds add column if not exists account_owner text;
alter table refunds
  drop constraint if exists refunds_account_owner_check,
  add constraint refunds_account_owner_check check (account_owner in ('MERCHANT', 'OPERATOR')) not valid;
alter table refunds validate constraint refunds_account_owner_check;
