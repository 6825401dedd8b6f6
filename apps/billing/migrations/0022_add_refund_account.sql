set local lock_timeout = '5s';

-- The account at its provider that a refund was sent through, no secret: nobody else is asked about it. Null until it is
-- sent, and for what the version before sent.
alter table refunds add column account text;
