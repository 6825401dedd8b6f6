set local lock_timeout = '5s';

-- X-Request-Id of the request in which an event happened; null in those of before, of jobs and of banks.
alter table events add column request_id text;
