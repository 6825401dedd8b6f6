set local lock_timeout = '5s';

-- What a member of a store is notified of, in the bell and by mail (docs/behaviour/notifications.md#switches); without a row
-- the defaults. It goes with the membership.
create table notice_switches (
  store_id text collate "C" not null references stores (id),
  user_id text collate "C" not null references users (id) on delete cascade,
  bell text[] not null,
  mail text[] not null,
  digest boolean not null,
  -- The day (São Paulo) whose digest was sent last.
  digest_day date,
  updated_at timestamptz not null,
  constraint notice_switches_pkey primary key (store_id, user_id)
);

-- Those of a person who is erased.
create index notice_switches_user_idx on notice_switches (user_id);

-- The digests of a morning.
create index notice_switches_digest_idx on notice_switches (digest_day, store_id) where digest;

-- Up to which notice of webhooks a person has read them all.
create table notice_reads (
  store_id text collate "C" not null,
  dev_mode boolean not null,
  user_id text collate "C" not null references users (id) on delete cascade,
  position bigint not null,
  constraint notice_reads_pkey primary key (store_id, dev_mode, user_id)
);

create index notice_reads_user_idx on notice_reads (user_id);

-- Notices that a person has read one by one, above that.
create table notice_marks (
  store_id text collate "C" not null,
  dev_mode boolean not null,
  user_id text collate "C" not null references users (id) on delete cascade,
  notice_id text collate "C" not null,
  position bigint not null,
  constraint notice_marks_pkey primary key (store_id, dev_mode, user_id, notice_id)
);

create index notice_marks_user_idx on notice_marks (user_id);
