-- no-transaction
set lock_timeout = '5s';

-- What a store has put in to pay refunds with. Not valid first, so that the exclusive lock lasts a moment; the scan that
-- proves the old rows blocks nobody.
alter table balances
  drop constraint if exists balances_account_check,
  add constraint balances_account_check check (
    case when store_id = '~platform'
      then account in ('provider_clearing', 'fees_earned', 'bank', 'suspense')
      else account in ('available', 'pending', 'blocked', 'payouts_in_flight', 'top_up') and stripe = 0
    end
  ) not valid;
alter table balances validate constraint balances_account_check;

alter table entries
  drop constraint if exists entries_account_check,
  add constraint entries_account_check check (
    account in (
      'available', 'pending', 'blocked', 'payouts_in_flight', 'top_up', 'provider_clearing', 'fees_earned', 'bank', 'suspense'
    )
  ) not valid;
alter table entries validate constraint entries_account_check;

alter table journals
  drop constraint if exists journals_kind_check,
  add constraint journals_kind_check check (
    kind in (
      'charge.captured', 'charge.settled', 'hold.reserved', 'hold.settled', 'hold.released', 'hold.returned',
      'dispute.opened', 'dispute.won', 'dispute.lost', 'overpayment.received', 'overpayment.returned', 'advance.made',
      'top_up.received'
    )
  ) not valid;
alter table journals validate constraint journals_kind_check;

alter table statement_entries
  drop constraint if exists statement_entries_kind_check,
  add constraint statement_entries_kind_check check (
    kind in (
      'PAYMENT', 'SETTLEMENT', 'REFUND', 'WITHDRAW', 'TRANSFER', 'FEE', 'ADVANCE', 'DISPUTE', 'DISPUTE_RELEASE', 'CHARGEBACK',
      'RETURN', 'TOP_UP'
    )
  ) not valid;
alter table statement_entries validate constraint statement_entries_kind_check;

-- What of a refund came from top_up, and returns there if it fails.
alter table holds add column if not exists top_up_cents bigint not null default 0;
alter table holds
  drop constraint if exists holds_top_up_check,
  add constraint holds_top_up_check check (
    top_up_cents >= 0 and top_up_cents <= amount_cents and (top_up_cents = 0 or purpose = 'REFUND')
  ) not valid;
alter table holds validate constraint holds_top_up_check;
