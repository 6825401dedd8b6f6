set local lock_timeout = '5s';

-- The platform's migrations create the table in every database; only webhooks and billing have ever used theirs.
-- contract: no version of this service reads or writes the table.
drop table inbox;
