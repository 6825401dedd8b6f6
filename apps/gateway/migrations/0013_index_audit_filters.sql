-- no-transaction
set lock_timeout = '5s';

-- Lists of one store's log by what was done, by whom and to what, newest first.
create index concurrently audit_log_action on audit_log (chain, action, seq desc);
create index concurrently audit_log_actor on audit_log (chain, actor_id, seq desc);
create index concurrently audit_log_target on audit_log (chain, target_id, seq desc);
