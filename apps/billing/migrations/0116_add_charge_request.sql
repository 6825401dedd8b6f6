set local lock_timeout = '5s';

-- X-Request-Id of the request that made a charge: in the request log, where a key or a person made it. Null in those of
-- before.
alter table charges add column request_id text;
