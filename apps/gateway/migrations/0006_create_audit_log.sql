set local lock_timeout = '5s';

-- Every privileged act of people, keys and operators. A chain of hashes for each store, and one ('installation') for acts
-- that belong to no store: whoever changes or removes an entry breaks its chain.
create table audit_log (
  -- A store's id, or 'installation'.
  chain text collate "C" not null,
  -- 1, 2, 3 … without a gap.
  seq bigint not null,
  id text collate "C" not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id text not null,
  action text not null,
  target_type text not null,
  target_id text not null,
  -- null = an act on both environments, or on none.
  dev_mode boolean,
  -- What changed, without secrets and personal data.
  before json,
  after json,
  request_id text not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (chain, seq),
  constraint audit_log_actor_kind check (actor_kind in ('KEY', 'PUBLIC_KEY', 'USER', 'OPERATOR')),
  constraint audit_log_hash_length check (octet_length(hash) = 32 and octet_length(previous_hash) = 32),
  constraint audit_log_size check (octet_length(coalesce(before::text, '')) <= 16384
    and octet_length(coalesce(after::text, '')) <= 16384)
);

-- Lists page by id.
create unique index audit_log_id on audit_log (chain, id);

-- The last entry of each chain: locked while one is added.
create table audit_chains (
  chain text collate "C" primary key,
  seq bigint not null,
  hash bytea not null
);

create function reject_audit_change() returns trigger language plpgsql as $$
begin
  raise exception '% is immutable: % refused', tg_table_name, tg_op using errcode = 'integrity_constraint_violation';
end
$$;

create trigger audit_log_immutable before update or delete or truncate on audit_log
  for each statement execute function reject_audit_change();
