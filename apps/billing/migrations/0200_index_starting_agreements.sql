-- no-transaction
set lock_timeout = '5s';

-- Whether a checkout whose time is over has a start without a payment that has no outcome yet: it expires after that.
drop index concurrently if exists agreements_starting_idx;
create index concurrently agreements_starting_idx on agreements (checkout_id)
  where status = 'STARTING' and charge_id is null;
