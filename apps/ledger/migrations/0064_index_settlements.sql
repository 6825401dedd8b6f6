-- no-transaction
set lock_timeout = '5s';

-- The store's own open parts in the order in which they become available: advances take them, the list of settlements pages
-- through them, and the calendar adds them up from the index alone. It has no part that is settled or taken whole.
drop index concurrently if exists pending_parts_settlements_idx;
create index concurrently pending_parts_settlements_idx on pending_parts (store_id, dev_mode, due_at, charge_id, number)
  include (open_cents) where open_cents > 0 and sub_account_id is null;
-- It is the same without that order, and with sub-accounts' parts, which nothing reads by store.
drop index concurrently if exists pending_parts_open_idx;
