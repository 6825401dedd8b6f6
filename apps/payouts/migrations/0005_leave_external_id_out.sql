set local lock_timeout = '5s';

-- A withdrawal without an external id has none, so that nobody else's external id can be taken for it. The version before
-- wrote the withdrawal's own id instead, and reads an absent one as it reads that.
alter table payouts alter column external_id drop not null;
