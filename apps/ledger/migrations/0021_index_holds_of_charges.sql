-- no-transaction
set lock_timeout = '5s';

-- What the refunds of a charge have taken, asked before each further one.
drop index concurrently if exists holds_charge_idx;
create index concurrently holds_charge_idx on holds (store_id, dev_mode, charge_id) where charge_id is not null;
