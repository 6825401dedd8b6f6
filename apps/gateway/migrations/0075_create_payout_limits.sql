set local lock_timeout = '5s';

-- What of a store's money may leave (docs/behaviour/payouts.md#limits). The ledger knows the limits as of told_version.
create table payout_limits (
  store_id text not null references stores (id),
  dev_mode boolean not null,
  order_cents bigint,
  day_cents bigint,
  night_cents bigint,
  interval_seconds integer,
  -- The list of Pix keys to which money may go; null: any key.
  allowed_keys_sealed bytea,
  version bigint not null,
  told_version bigint not null,
  updated_at timestamptz not null,
  constraint payout_limits_pkey primary key (store_id, dev_mode)
);

-- Those that the ledger does not know as they are: a handful at most.
create index payout_limits_untold_idx on payout_limits (store_id) where told_version < version;

-- The key under which the list of a store names Pix keys to other services.
create table allow_list_keys (
  store_id text not null references stores (id),
  key_sealed bytea not null,
  constraint allow_list_keys_pkey primary key (store_id)
);

-- Changes of limits, and of the amount above which a payout waits for approval: who asked for what, who confirmed it, and
-- from when it works (docs/behaviour/payouts.md#limit-changes).
create table payout_limit_changes (
  id text collate "C" not null,
  store_id text not null references stores (id),
  dev_mode boolean not null,
  status text not null,
  -- What is changed, with what it was: it may name Pix keys.
  content_sealed bytea not null,
  -- What it waits for, or did: SECOND_PERSON, DELAY, or NONE of both.
  confirmation text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  -- From when it works; null while a second person is waited for.
  works_at timestamptz,
  -- Until when a second person may confirm it.
  expires_at timestamptz not null,
  ended_by text,
  ended_at timestamptz,
  -- Of which owners have been told by mail; null: of none.
  mailed_status text,
  constraint payout_limit_changes_pkey primary key (store_id, id),
  constraint payout_limit_changes_status_check
    check (status in ('WAITING', 'SCHEDULED', 'APPLIED', 'CANCELLED', 'EXPIRED')),
  constraint payout_limit_changes_confirmation_check check (confirmation in ('SECOND_PERSON', 'DELAY', 'NONE')),
  -- The database itself refuses that one person asks and confirms.
  constraint payout_limit_changes_second_person_check
    check (confirmation <> 'SECOND_PERSON' or status not in ('SCHEDULED', 'APPLIED')
      or (confirmed_by is not null and confirmed_by <> asked_by))
);

-- One change of a store is under way at a time.
create unique index payout_limit_changes_open_idx on payout_limit_changes (store_id)
  where status in ('WAITING', 'SCHEDULED');

-- Changes that come into force or expire: a handful at most.
create index payout_limit_changes_due_idx on payout_limit_changes (coalesce(works_at, expires_at))
  where status in ('WAITING', 'SCHEDULED');

-- Changes of which owners are still to be told.
create index payout_limit_changes_unmailed_idx on payout_limit_changes (asked_at)
  where mailed_status is distinct from status;
