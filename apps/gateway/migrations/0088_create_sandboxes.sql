set lock_timeout = '5s';

-- The store of a sandbox belongs to the people of the store that has the sandbox.
alter table stores add column sandbox_of text references stores (id);
alter table stores add constraint stores_sandbox_of_check
  check ((sandbox_of is null) = (id !~ '^store_sbox_[0-9A-Za-z]{24}$')) not valid;

-- A sandbox of a store's test environment. Its rows are those of a store of its own; a reset makes another one.
create table sandboxes (
  id text collate "C" primary key,
  -- Whose sandbox it is.
  store_id text collate "C" not null references stores (id),
  sandbox_store_id text collate "C" not null unique references stores (id),
  name text not null,
  generation integer not null check (generation >= 1),
  has_sample_data boolean not null,
  created_at timestamptz not null,
  reset_at timestamptz,
  -- By a key or a person, to the hour.
  used_at timestamptz not null,
  constraint sandboxes_name_length check (length(name) between 1 and 100),
  constraint sandboxes_store_check check (sandbox_store_id ~ '^store_sbox_[0-9A-Za-z]{24}$')
);

create index sandboxes_store_idx on sandboxes (store_id, id);

-- Stores that sandboxes have left: every service deletes its rows, twice, as some may still have been on their way.
create table left_sandbox_stores (
  store_id text collate "C" primary key references stores (id),
  left_at timestamptz not null,
  due_at timestamptz not null,
  passes integer not null default 0,
  constraint left_sandbox_stores_store_check check (store_id ~ '^store_sbox_[0-9A-Za-z]{24}$')
);

create index left_sandbox_stores_due_idx on left_sandbox_stores (due_at);
