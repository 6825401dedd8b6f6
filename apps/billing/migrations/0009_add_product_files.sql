set local lock_timeout = '5s';

-- What was downloaded for products. A row is written before its bytes are stored and outlives them, so that every
-- byte in the store is known here, whatever crashes.
create table files (
  -- Also the key in the blob store: its kind and an unguessable token.
  key text primary key constraint files_key_check check (key ~ '^(images|files)/[0-9A-Za-z]{43}$'),
  store_id text not null,
  dev_mode boolean not null,
  content_type text not null,
  size_bytes bigint not null constraint files_size_check check (size_bytes >= 1),
  -- Absent until the product exists.
  product_id text references products (id),
  -- Real time, whatever the store's test clock says.
  created_at timestamptz not null,
  -- Set before the bytes of a file that no product took are deleted: from then on none can take it.
  discarded_at timestamptz,
  constraint files_product_check check (product_id is null or discarded_at is null)
);

-- Files whose product never came to be, for the job that deletes them.
create index files_unused_idx on files (created_at) where product_id is null;

-- The files of sold products.
create index files_product_id_idx on files (store_id, dev_mode, product_id) where product_id is not null;

-- Of the product's picture. Its public address is made of this key, so image_url stays empty; it goes once no running
-- version names it.
alter table products add column image_key text;
