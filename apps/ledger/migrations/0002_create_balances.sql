set local lock_timeout = '5s';

-- The running total of an account, changed in the transaction of its entries and provable from them.
-- Accounts of the platform belong to the store id '~platform', which sorts after every store: rows are
-- locked in primary key order, so the shared rows are locked last and held shortest. They are striped
-- so that concurrent transactions seldom wait for the same row; their balance is the sum of the stripes.
-- fillfactor leaves room for updates within the page (no index holds a changing column).
create table balances (
  store_id text not null,
  dev_mode boolean not null,
  account text not null,
  stripe smallint not null,
  balance_cents bigint not null,
  constraint balances_pkey primary key (store_id, dev_mode, account, stripe),
  constraint balances_account_check check (
    case when store_id = '~platform'
      then account in ('provider_clearing', 'fees_earned', 'bank', 'suspense')
      else account in ('available', 'pending', 'blocked', 'payouts_in_flight') and stripe = 0
    end
  )
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
