-- no-transaction
set lock_timeout = '5s';

-- What sub-accounts have (docs/adr/0065-sub-accounts-are-accounts.md): an account is named by what it is and whose it is,
-- `sub_available:sacc_…`, so that the version before adds up entries and balances as ever. Not valid first, so that the
-- exclusive lock lasts a moment; the scan that proves the old rows blocks nobody.
alter table balances
  drop constraint if exists balances_account_check,
  add constraint balances_account_check check (
    case when store_id = '~platform'
      then account in ('provider_clearing', 'fees_earned', 'bank', 'suspense')
      else (account in ('available', 'pending', 'blocked', 'payouts_in_flight', 'top_up')
        or account ~ '^sub_(available|blocked):sacc_[0-9A-Za-z]{24}$') and stripe = 0
    end
  ) not valid;
alter table balances validate constraint balances_account_check;

alter table entries
  drop constraint if exists entries_account_check,
  add constraint entries_account_check check (
    account in (
      'available', 'pending', 'blocked', 'payouts_in_flight', 'top_up', 'provider_clearing', 'fees_earned', 'bank', 'suspense'
    ) or account ~ '^sub_(available|blocked):sacc_[0-9A-Za-z]{24}$'
  ) not valid;
alter table entries validate constraint entries_account_check;

-- 'SUB_WITHDRAW': a withdrawal of a sub-account. A purpose of its own, because the version before would return to the store
-- what is released of a WITHDRAW.
alter table holds add column if not exists sub_account_id text;
alter table holds
  drop constraint if exists holds_purpose_check,
  add constraint holds_purpose_check check (purpose in ('WITHDRAW', 'TRANSFER', 'REFUND', 'SUB_WITHDRAW')) not valid;
alter table holds validate constraint holds_purpose_check;
alter table holds
  drop constraint if exists holds_sub_account_check,
  add constraint holds_sub_account_check check ((sub_account_id is not null) = (coalesce(purpose, '') = 'SUB_WITHDRAW')) not valid;
alter table holds validate constraint holds_sub_account_check;
alter table holds
  drop constraint if exists holds_returned_check,
  add constraint holds_returned_check check (
    returned_cents >= 0 and returned_cents <= amount_cents
    and (returned_cents = 0 or state = 'SETTLED' and purpose in ('WITHDRAW', 'TRANSFER', 'SUB_WITHDRAW'))
  ) not valid;
alter table holds validate constraint holds_returned_check;

-- What left a store in a day and a night, its sub-accounts' withdrawals included.
drop index concurrently if exists holds_money_out_by_purpose_idx;
create index concurrently holds_money_out_by_purpose_idx on holds (store_id, dev_mode, created_at)
  where purpose in ('WITHDRAW', 'TRANSFER', 'SUB_WITHDRAW') or to_key;
drop index concurrently if exists holds_money_out_idx;
