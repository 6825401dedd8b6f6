set local lock_timeout = '5s';

-- What the people of a store are notified of (docs/behaviour/notifications.md). It names no person but the id of the one who
-- asked for what others approve.
create table store_notices (
  store_id text not null,
  dev_mode boolean not null,
  -- Of the event, or of a fact that has none: a fact is kept once.
  id text collate "C" not null,
  kind text not null,
  record_id text not null,
  amount_cents bigint,
  due_at timestamptz,
  asked_by text,
  is_transfer boolean not null default false,
  -- Store time of the fact.
  created_at timestamptz not null,
  -- Real time at which it was kept.
  kept_at timestamptz not null,
  position bigint generated always as identity,
  -- Whether members are still to be given it by mail.
  waits boolean not null,
  constraint store_notices_pkey primary key (store_id, dev_mode, id)
);

-- The newest of each kind that a person may see, and how many of them are unread.
create index store_notices_kind_idx on store_notices (store_id, dev_mode, kind, position desc);

-- What a day had, by kind.
create index store_notices_day_idx on store_notices (store_id, dev_mode, created_at);

-- What waits for mail, the oldest first, and by its position.
create unique index store_notices_waiting_idx on store_notices (position) where waits;

-- The purge.
create index store_notices_kept_idx on store_notices (kept_at);
