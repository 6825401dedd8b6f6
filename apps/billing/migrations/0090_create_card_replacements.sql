set local lock_timeout = '5s';

-- A subscription's new card that its bank wants confirmed by the holder (3-D Secure): it takes the place of the one before
-- only after the provider has confirmed it.
create table card_replacements (
  -- Unguessable: the address of the page on which the holder confirms.
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  subscription_id text not null,
  card_id text not null,
  -- The provider's id of the verification.
  reference text not null,
  status text not null
    constraint card_replacements_status_check check (status in ('WAITING', 'DONE', 'REFUSED')),
  -- Where the subscription was when it began; null where the caller did not say.
  cycle_number integer,
  attempts integer,
  -- Real time: when it is read at the provider next, and when it began.
  run_at timestamptz not null,
  created_at timestamptz not null
);

-- A newer replacement takes the place of the one that waits.
create unique index card_replacements_waiting_idx on card_replacements (store_id, dev_mode, subscription_id)
  where status = 'WAITING';

-- The provider tells us of a verification.
create index card_replacements_reference_idx on card_replacements (store_id, dev_mode, reference) where status = 'WAITING';

-- The job's queue.
create index card_replacements_run_at_idx on card_replacements (run_at) where status = 'WAITING';

-- The purge.
create index card_replacements_created_at_idx on card_replacements (created_at);
