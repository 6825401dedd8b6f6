set local lock_timeout = '5s';

-- The last advance of each store's test clock that reached its target: what a repeat of it answers.
create table finished_clock_advances (
  store_id text collate "C" not null,
  target timestamptz not null,
  answer json not null,
  constraint finished_clock_advances_pkey primary key (store_id)
);
