set local lock_timeout = '5s';

-- Mail about security to one person (docs/behaviour/mail.md#security-mail): written with what it tells, mailed and deleted
-- within seconds. It names nobody: e-mails and names are read when it is mailed.
create table security_notices (
  id text collate "C" not null,
  kind text not null,
  user_id text collate "C" not null references users (id) on delete cascade,
  -- Of the store that it is about; null: of the person alone.
  store_id text,
  actor_kind text not null,
  actor_id text not null,
  -- A browser, or the id of what it is about.
  about text not null,
  created_at timestamptz not null,
  constraint security_notices_pkey primary key (id)
);

-- The oldest first; and those of a person who is erased.
create index security_notices_created_idx on security_notices (created_at);
create index security_notices_user_idx on security_notices (user_id);
