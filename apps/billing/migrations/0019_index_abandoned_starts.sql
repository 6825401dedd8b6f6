-- no-transaction
set lock_timeout = '5s';

-- Subscriptions that begin without a charge and whose form was left in the middle: their coupons are given back.
drop index concurrently if exists agreements_abandoned_idx;
create index concurrently agreements_abandoned_idx on agreements (updated_at)
  where status = 'STARTING' and charge_id is null;
