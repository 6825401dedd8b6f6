set local lock_timeout = '5s';

-- A resource as every service has them, for the tests of this library.
create table items (
  store_id text not null,
  dev_mode boolean not null,
  id text not null,
  -- As a table whose ids have several prefixes sorts by creation.
  sort_id text generated always as (right(id, 24)) stored,
  kind text not null default 'A',
  status text not null default 'ACTIVE',
  amount_cents bigint not null default 0 constraint items_amount_check check (amount_cents >= 0),
  metadata json not null default '{}',
  created_at timestamptz not null,
  constraint items_pkey primary key (store_id, dev_mode, id)
) with (fillfactor = 90);

-- The list, newest first, over all prefixes.
create index items_store_sort_idx on items (store_id, dev_mode, sort_id desc);
