set local lock_timeout = '5s';

-- A withdrawal without an external id has its own id there, which the version before reads as none. Null once somebody
-- else's external id happens to be that id: theirs is the one that counts.
alter table payouts alter column external_id drop not null;
