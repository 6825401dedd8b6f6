set local lock_timeout = '5s';

alter table refunds
  -- Real time at which the order was last given to its provider: a young one that it does not know may be on its way.
  add column sent_at timestamptz,
  -- Why its provider refuses the order, written down before its money is given back: it is not sent again then.
  add column refusal text;

-- What the version before may have sent.
update refunds set sent_at = requested_at where step in ('SEND', 'WATCH');
