-- no-transaction
set lock_timeout = '5s';

-- Not valid first, so that the exclusive lock lasts a moment; the scan that proves the old rows blocks nobody.
alter table journals
  drop constraint if exists journals_kind_check,
  add constraint journals_kind_check check (
    kind in (
      'charge.captured', 'charge.settled', 'hold.reserved', 'hold.settled', 'hold.released',
      'dispute.opened', 'dispute.won', 'dispute.lost', 'overpayment.received', 'overpayment.returned'
    )
  ) not valid;
alter table journals validate constraint journals_kind_check;
