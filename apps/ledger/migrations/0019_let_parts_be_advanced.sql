-- no-transaction
set lock_timeout = '5s';

-- Not valid first, so that the exclusive lock lasts a moment; the scan that proves the old rows blocks nobody.
alter table journals
  drop constraint if exists journals_kind_check,
  add constraint journals_kind_check check (
    kind in (
      'charge.captured', 'charge.settled', 'hold.reserved', 'hold.settled', 'hold.released',
      'dispute.opened', 'dispute.won', 'dispute.lost', 'overpayment.received', 'overpayment.returned', 'advance.made'
    )
  ) not valid;
alter table journals validate constraint journals_kind_check;

-- An advance takes a store's open parts, the earliest due first. What is settled or taken is not in it, so that
-- finding them costs the same however long the store's history is.
drop index concurrently if exists pending_parts_open_idx;
create index concurrently pending_parts_open_idx on pending_parts (store_id, dev_mode, due_at) where open_cents > 0;
