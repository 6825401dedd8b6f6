set local lock_timeout = '5s';

create table customers (
  id text primary key,
  store_id text not null,
  dev_mode boolean not null,
  email text,
  -- Lower case, since PostgreSQL's lower() under the C locale leaves accented letters alone.
  email_folded text,
  -- The tax id is never readable here: AES-256-GCM for showing it, a keyed hash for finding it.
  tax_id_sealed bytea,
  tax_id_fingerprint bytea,
  name text,
  -- Without accents and in lower case: what a search by name looks into.
  name_folded text,
  cellphone text,
  cellphone_digits text generated always as (regexp_replace(cellphone, '[^0-9]', '', 'g')) stored,
  zip_code text,
  country text,
  -- json keeps the caller's text as it was given; jsonb would reorder keys and rewrite numbers.
  metadata json not null constraint customers_metadata_size_check check (octet_length(metadata::text) <= 16384),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A deleted customer keeps its row: charges refer to it and its id stays a valid cursor.
  deleted_at timestamptz,
  constraint customers_tax_id_check check ((tax_id_sealed is null) = (tax_id_fingerprint is null))
);

-- Lists, newest first, and their cursors: ids are time-ordered.
create index customers_store_id_idx on customers (store_id, dev_mode, id desc);

-- One live customer per tax id, also under parallel creates; look-ups by tax id read it too.
create unique index customers_store_tax_id_idx on customers (store_id, dev_mode, tax_id_fingerprint)
  where deleted_at is null and tax_id_fingerprint is not null;

-- Look-up by e-mail, the newest first.
create index customers_store_email_idx on customers (store_id, dev_mode, email_folded, id desc)
  where deleted_at is null;
