set local lock_timeout = '5s';

-- A withdrawal of v2 may have none; several rows without one are no repeats of each other.
alter table payouts alter column external_id drop not null;
