set local lock_timeout = '5s';

-- The advance of a store's test clock that is under way, or that a crash has interrupted: repeated with the same target
-- it goes on. `token` names the request at work, which is taken to be alive until `leased_until` (real time).
create table clock_advances (
  store_id text collate "C" not null,
  target timestamptz not null,
  token text not null,
  leased_until timestamptz not null,
  constraint clock_advances_pkey primary key (store_id)
);
