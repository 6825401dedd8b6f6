-- no-transaction
set lock_timeout = '5s';

-- Not valid first, so that the exclusive lock lasts a moment; the scan that proves the old rows blocks nobody.
alter table journals
  drop constraint if exists journals_kind_check,
  add constraint journals_kind_check check (
    kind in (
      'charge.captured', 'charge.settled', 'hold.reserved', 'hold.settled', 'hold.released', 'hold.returned',
      'dispute.opened', 'dispute.won', 'dispute.lost', 'overpayment.received', 'overpayment.returned', 'advance.made'
    )
  ) not valid;
alter table journals validate constraint journals_kind_check;

-- What of a settled payout has come back since, of its amount; its fee does not.
alter table holds add column if not exists returned_cents bigint not null default 0;
alter table holds
  drop constraint if exists holds_returned_check,
  add constraint holds_returned_check check (
    returned_cents >= 0 and returned_cents <= amount_cents
    and (returned_cents = 0 or state = 'SETTLED' and purpose in ('WITHDRAW', 'TRANSFER'))
  ) not valid;
alter table holds validate constraint holds_returned_check;
