-- no-transaction
set lock_timeout = '5s';

-- A store whose test clock is moved asks when its next part is due, and brings all that have not settled nearer.
-- Dev mode only: production's clock never moves.
drop index concurrently if exists pending_parts_dev_idx;
create index concurrently pending_parts_dev_idx on pending_parts (store_id, due_at)
  where dev_mode and settled_cents < amount_cents;
