set local lock_timeout = '5s';

-- How far the movements of a store's account at Stripe were read. Stripe lists the newest first, so a pass goes from them
-- back to what is known, in pieces.
create table stripe_money_reads (
  store_id text primary key,
  -- acct_…: another account begins anew.
  account_id text not null,
  -- All movements up to this instant are stored; null before the first pass has ended.
  read_to timestamptz,
  -- The pass that is under way: how far back it goes, its newest movement, and the last one that was read (txn_…).
  pass_since timestamptz,
  pass_newest_at timestamptz,
  pass_after text,
  constraint stripe_money_reads_pass_check check ((pass_after is null) = (pass_since is null)),
  -- Changes with every page, so that of two readers one goes on.
  revision bigint not null
);
