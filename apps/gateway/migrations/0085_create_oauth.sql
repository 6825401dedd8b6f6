set local lock_timeout = '5s';

-- Assistants that registered themselves to ask for access to /mcp (docs/behaviour/mcp.md#oauth-clients). Nothing of them is secret.
create table oauth_clients (
  id text collate "C" not null,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  -- When a person last granted it something; null: never.
  granted_at timestamptz,
  constraint oauth_clients_pkey primary key (id)
);

-- Those that were never granted anything, the newest first: all beyond a number, and after a day the rest, are deleted.
create index oauth_clients_unused_idx on oauth_clients (created_at desc) where granted_at is null;
-- Those that were, to find who has had nothing for long.
create index oauth_clients_granted_idx on oauth_clients (granted_at) where granted_at is not null;

-- What a person granted an assistant: a key of the store whose text is kept nowhere, and which its tokens stand for.
create table oauth_grants (
  id text collate "C" not null,
  store_id text not null references stores (id),
  dev_mode boolean not null,
  key_id text collate "C" not null references api_keys (id),
  client_id text collate "C" not null references oauth_clients (id),
  -- Who granted it. It is worth nothing once they are no member, so it outlives an account that is erased.
  user_id text collate "C" not null,
  redirect_uri text not null,
  code_hash bytea not null,
  code_challenge text not null,
  code_expires_at timestamptz not null,
  -- When the code was exchanged for tokens, which happens once.
  exchanged_at timestamptz,
  created_at timestamptz not null,
  constraint oauth_grants_pkey primary key (id),
  constraint oauth_grants_code_hash_length check (octet_length(code_hash) = 32)
);

-- A code is looked up by its hash.
create unique index oauth_grants_code_idx on oauth_grants (code_hash);
-- One grant of a key; and the grants of keys that have ended.
create unique index oauth_grants_key_idx on oauth_grants (key_id);
-- Whether a client has any.
create index oauth_grants_client_idx on oauth_grants (client_id);

-- An access token with the refresh token that came with it. Those that were refreshed are kept, to notice who uses one twice.
create table oauth_tokens (
  grant_id text collate "C" not null references oauth_grants (id) on delete cascade,
  refresh_hash bytea not null,
  access_hash bytea not null,
  access_expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  refreshed_at timestamptz,
  created_at timestamptz not null,
  constraint oauth_tokens_pkey primary key (refresh_hash),
  constraint oauth_tokens_hash_length check (octet_length(refresh_hash) = 32 and octet_length(access_hash) = 32)
);

-- An access token is looked up by its hash.
create unique index oauth_tokens_access_idx on oauth_tokens (access_hash);
-- Those of a grant, the newest first.
create index oauth_tokens_grant_idx on oauth_tokens (grant_id, created_at desc);
-- Those that have ended.
create index oauth_tokens_expires_idx on oauth_tokens (refresh_expires_at);
