-- no-transaction
set lock_timeout = '5s';

-- What sub-accounts have of boletos and cards that have not settled (docs/adr/0065-sub-accounts-are-accounts.md). Not valid
-- first, so that the exclusive lock lasts a moment; the scan that proves the old rows blocks nobody.
alter table balances
  drop constraint if exists balances_account_check,
  add constraint balances_account_check check (
    case when store_id = '~platform'
      then account in ('provider_clearing', 'fees_earned', 'bank', 'suspense')
      else (account in ('available', 'pending', 'blocked', 'payouts_in_flight', 'top_up')
        or account ~ '^sub_(available|pending|blocked):sacc_[0-9A-Za-z]{24}$') and stripe = 0
    end
  ) not valid;
alter table balances validate constraint balances_account_check;

alter table entries
  drop constraint if exists entries_account_check,
  add constraint entries_account_check check (
    account in (
      'available', 'pending', 'blocked', 'payouts_in_flight', 'top_up', 'provider_clearing', 'fees_earned', 'bank', 'suspense'
    ) or account ~ '^sub_(available|pending|blocked):sacc_[0-9A-Za-z]{24}$'
  ) not valid;
alter table entries validate constraint entries_account_check;

-- Whose the part is: null, the store's. The k-th sub-account's part of installment i has the number 100 × k + i.
alter table pending_parts add column if not exists sub_account_id text;
alter table pending_parts
  drop constraint if exists pending_parts_sub_account_check,
  add constraint pending_parts_sub_account_check check ((sub_account_id is not null) = (number > 100)) not valid;
alter table pending_parts validate constraint pending_parts_sub_account_check;
