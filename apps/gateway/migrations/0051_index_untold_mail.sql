-- no-transaction
set lock_timeout = '5s';

-- Stores whose mail webhooks does not know as it is.
drop index concurrently if exists stores_untold_mail_idx;
create index concurrently stores_untold_mail_idx on stores (id) where mail_applied_version < version;

-- Messages that are still to be mailed.
drop index concurrently if exists account_messages_unmailed_idx;
create index concurrently account_messages_unmailed_idx on account_messages (created_at)
  where mailed_at is null and used_at is null;
