-- no-transaction
set lock_timeout = '5s';

-- 'owner.assigned': what no service told the owner of is found to be the operator's.
alter table journals
  drop constraint if exists journals_kind_check,
  add constraint journals_kind_check check (
    kind in (
      'charge.captured', 'charge.settled', 'hold.reserved', 'hold.settled', 'hold.released', 'hold.returned',
      'dispute.opened', 'dispute.won', 'dispute.lost', 'overpayment.received', 'overpayment.returned', 'advance.made',
      'top_up.received', 'owner.assigned'
    )
  ) not valid;
alter table journals validate constraint journals_kind_check;
