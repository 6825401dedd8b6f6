set local lock_timeout = '5s';

-- A write that calls the outside keeps its key while it runs: which effect the key stands for, and until when the
-- process that works on it is taken to be alive (real time). Both null for a write that is one transaction.
alter table idempotency_keys add column effect_id text;
alter table idempotency_keys add column leased_until timestamptz;
