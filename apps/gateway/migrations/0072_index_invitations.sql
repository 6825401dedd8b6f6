-- no-transaction
set lock_timeout = '5s';

-- Invitations of a store, and of who made them, within an hour.
drop index concurrently if exists account_messages_invited_idx;
create index concurrently account_messages_invited_idx on account_messages (store_id, created_at)
  where kind = 'INVITATION';
drop index concurrently if exists account_messages_inviter_idx;
create index concurrently account_messages_inviter_idx on account_messages (invited_by, created_at)
  where kind = 'INVITATION';
