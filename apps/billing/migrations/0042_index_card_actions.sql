-- no-transaction
set lock_timeout = '5s';

-- The queue of confirmations that buyers have not finished.
drop index concurrently if exists charges_action_due_idx;
create index concurrently charges_action_due_idx on charges (action_due_at) where action_due_at is not null;
