set local lock_timeout = '5s';

alter table api_keys
  -- Refused from then on; null = until it is revoked.
  add column expires_at timestamptz,
  -- IP addresses and CIDR networks that may use it; empty = every address.
  add column allowed_addresses text[] not null default '{}',
  -- The key that took its place when it was rolled.
  add column replaced_by text;
