set local lock_timeout = '5s';

-- Why its provider refuses the order, written down before its money is given back: it is not sent again then.
alter table payouts add column refusal text;
