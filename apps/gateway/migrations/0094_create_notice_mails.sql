set local lock_timeout = '5s';

-- A notice that a member is mailed (docs/behaviour/notifications.md#mail-once): one row for each person and fact, kept for a
-- week after it, so that a repeat writes none. Notices of a kind that wait together are one mail.
create table notice_mails (
  store_id text collate "C" not null,
  dev_mode boolean not null,
  user_id text collate "C" not null references users (id) on delete cascade,
  notice_id text collate "C" not null,
  kind text not null,
  record_id text not null,
  amount_cents bigint,
  due_at timestamptz,
  is_transfer boolean not null,
  created_at timestamptz not null,
  -- The mail that it is part of, as the mail queue knows it; written before that is asked.
  mail_id text,
  sent_at timestamptz,
  constraint notice_mails_pkey primary key (store_id, dev_mode, user_id, notice_id)
);

-- What is to be sent, the oldest first.
create index notice_mails_unsent_idx on notice_mails (created_at) where sent_at is null;

-- The pace of a person's mail, and a person who is erased.
create index notice_mails_user_idx on notice_mails (user_id, sent_at);

-- The purge.
create index notice_mails_created_idx on notice_mails (created_at);
