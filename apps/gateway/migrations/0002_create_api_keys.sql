set local lock_timeout = '5s';

-- Only the SHA-256 of a key is kept: the keys are random (190 bits), so a slow password hash would add
-- nothing but time to every request.
create table api_keys (
  id text collate "C" primary key,
  store_id text not null references stores (id),
  dev_mode boolean not null,
  kind text not null,
  prefix text not null,
  last_four text not null,
  hash bytea not null,
  description text not null,
  permissions text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_keys_kind check (kind in ('SECRET', 'PUBLIC')),
  constraint api_keys_hash_length check (octet_length(hash) = 32),
  constraint api_keys_description_length check (length(description) between 1 and 200),
  -- A public key may be seen by anyone, so it can never be allowed anything.
  constraint api_keys_public_has_no_permissions check (kind = 'SECRET' or permissions = '{}')
);

-- Authentication looks a key up by its hash, and no two keys may share one.
create unique index api_keys_hash on api_keys (hash);

-- The list of a store's keys, newest first, and the count of its live keys.
create index api_keys_store on api_keys (store_id, dev_mode, id desc);
