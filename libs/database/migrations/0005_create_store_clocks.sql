set local lock_timeout = '5s';

-- Stores whose dev environment has been moved ahead of real time, and how far. Production is never in here.
create table store_clocks (
  store_id text not null,
  offset_ms bigint not null,
  -- Real time until which an advance is taken to be under way; null when none is.
  advancing_until timestamptz,
  -- Real time at which that advance began.
  advancing_since timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  constraint store_clocks_pkey primary key (store_id),
  constraint store_clocks_offset_check check (offset_ms >= 0)
);

-- Every process asks each second what has changed.
create index store_clocks_changed_at_idx on store_clocks (changed_at);

-- Facts of stores that are being advanced, in the order of publishing, until the advance collects them; the newest
-- 1,000 of a store.
create table clock_happenings (
  store_id text not null,
  id bigint generated always as identity,
  at timestamptz not null,
  type text not null,
  subject_id text not null,
  constraint clock_happenings_pkey primary key (store_id, id)
);
