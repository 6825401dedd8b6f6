set local lock_timeout = '5s';

-- What people of a store note on a charge or a customer (docs/behaviour/notes.md).
create table record_notes (
  id text collate "C" not null,
  store_id text collate "C" not null references stores (id),
  dev_mode boolean not null,
  kind text not null,
  record_id text collate "C" not null,
  -- Whom the record is about: notes go when the customer is erased.
  customer_id text collate "C",
  -- Stays when the person is erased, whose name is then known no more.
  author_id text collate "C" not null,
  content text not null,
  created_at timestamptz not null,
  constraint record_notes_pkey primary key (store_id, dev_mode, id),
  constraint record_notes_kind_check check (kind in ('CHARGE', 'CUSTOMER')),
  constraint record_notes_content_length check (length(content) between 1 and 1000)
);

-- Those of a record, newest first.
create index record_notes_record_idx on record_notes (store_id, dev_mode, kind, record_id, created_at, id);

-- Those of a customer who is erased.
create index record_notes_customer_idx on record_notes (store_id, dev_mode, customer_id) where customer_id is not null;
