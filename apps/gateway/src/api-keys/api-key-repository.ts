import { toTenant, type CrossTenant, type Page, type PageRequest, type StoreScope, type Tenant } from '@pitanga/core';
import {
  asLocked,
  boolean,
  bytes,
  int,
  optional,
  selectPage,
  table,
  text,
  texts,
  timestamp,
  type Db,
  type Locked,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { Compatibility } from '@pitanga/records';
import type { Store } from '../stores/store';
import type { ActorKind } from '../access/actor';
import type { ApiKey } from './api-key';
import type { ApiKeyKind } from './key-text';
import { expandKeyPermissions, isPermission } from '../access/permission';
import type { Principal } from '../access/principal';
import { listRolePermissions, type Role } from '../access/role';

const apiKeys = table('api_keys', {
  id: text('id'),
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  kind: text<ApiKeyKind>('kind'),
  prefix: text('prefix'),
  lastFour: text('last_four'),
  hash: bytes('hash'),
  description: text('description'),
  permissions: texts('permissions'),
  expiresAt: optional(timestamp('expires_at')),
  allowedAddresses: texts('allowed_addresses'),
  replacedBy: optional(text('replaced_by')),
  createdAt: timestamp('created_at'),
  lastUsedAt: optional(timestamp('last_used_at')),
  revokedAt: optional(timestamp('revoked_at')),
});

const shownKeys = apiKeys.pick(
  'id',
  'kind',
  'prefix',
  'lastFour',
  'description',
  'permissions',
  'expiresAt',
  'allowedAddresses',
  'replacedBy',
  'createdAt',
  'lastUsedAt',
  'revokedAt',
);

function rowToApiKey(row: Row): ApiKey {
  const key = shownKeys.fromRow(row);
  return { ...key, permissions: key.permissions.filter(isPermission) };
}

export async function insertApiKey(tx: Tx, tenant: Tenant, key: ApiKey, hash: Buffer): Promise<void> {
  const { storeId, devMode } = tenant;
  await tx(apiKeys.name).insert(apiKeys.toRow({ ...key, storeId, devMode, hash }));
}

/** All keys of one environment, newest first. At most a hundred are live; revoked ones are kept for audits. */
export async function listApiKeys(db: Db, tenant: Tenant): Promise<ApiKey[]> {
  const rows = await apiKeys.of(db, tenant).orderBy('id', 'desc').limit(1000).select<Row[]>(shownKeys.columns);
  return rows.map(rowToApiKey);
}

/** A page of the keys of one environment, newest first. */
export async function selectApiKeys(db: Db, tenant: Tenant, page: PageRequest): Promise<Page<ApiKey>> {
  const { columns, name } = shownKeys;
  const found = await selectPage<Row>(db, tenant, { table: name, columns, page, idKind: 'apiKey' });
  return { ...found, items: found.items.map(rowToApiKey) };
}

export async function findApiKey(db: Db, tenant: Tenant, id: string): Promise<ApiKey | undefined> {
  const row = await apiKeys.of(db, tenant).where({ id }).first<Row | undefined>(shownKeys.columns);
  return row && rowToApiKey(row);
}

/** Those of these keys that are live, newest first. */
export async function listLiveApiKeys(db: Db, tenant: Tenant, ids: readonly string[], now: Date): Promise<ApiKey[]> {
  const rows = await apiKeys
    .of(db, tenant)
    .whereIn('id', ids)
    .where({ revoked_at: null })
    .where((query) => void query.whereNull('expires_at').orWhere('expires_at', '>', now))
    .orderBy('id', 'desc')
    .select<Row[]>(shownKeys.columns);
  return rows.map(rowToApiKey);
}

/** A live key of a store: neither revoked nor expired. */
export async function lockLiveApiKey(
  tx: Tx,
  tenant: Tenant,
  _store: Locked<Store>,
  id: string,
  now: Date,
): Promise<Locked<ApiKey> | undefined> {
  const row = await apiKeys
    .of(tx, tenant)
    .where({ id, revoked_at: null })
    .where((query) => void query.whereNull('expires_at').orWhere('expires_at', '>', now))
    .forUpdate()
    .first<Row | undefined>(shownKeys.columns);
  return row && asLocked(rowToApiKey(row));
}

/** A live key of either environment, which is not revoked before the transaction has ended. */
export async function holdLiveApiKey(
  tx: Tx,
  { storeId }: StoreScope,
  id: string,
  now: Date,
): Promise<ApiKey | undefined> {
  const row = await tx(apiKeys.name)
    .where({ store_id: storeId, id, revoked_at: null })
    .where((query) => void query.whereNull('expires_at').orWhere('expires_at', '>', now))
    .forShare()
    .first<Row | undefined>(shownKeys.columns);
  return row && rowToApiKey(row);
}

/** Writes when a rolled key ends, and what took its place. */
export async function saveReplacement(
  tx: Tx,
  tenant: Tenant,
  { id, expiresAt, revokedAt, replacedBy }: Locked<ApiKey>,
): Promise<void> {
  await apiKeys.of(tx, tenant).where({ id }).update(apiKeys.toRow({ expiresAt, revokedAt, replacedBy }));
}

/** Keys that are neither revoked nor expired, of one kind if it is given. */
export async function countLiveApiKeys(db: Db, tenant: Tenant, now: Date, kind?: ApiKeyKind): Promise<number> {
  const [row] = await apiKeys
    .of(db, tenant)
    .where({ revoked_at: null, ...(kind && { kind }) })
    .where((query) => void query.whereNull('expires_at').orWhere('expires_at', '>', now))
    .count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}

/** Whether a secret key that is not revoked was ever used. */
export async function hasUsedSecretKey(db: Db, tenant: Tenant): Promise<boolean> {
  const row: unknown = await apiKeys
    .of(db, tenant)
    .where({ revoked_at: null, kind: 'SECRET' })
    .whereNotNull('last_used_at')
    .first(db.raw('1'));
  return row !== undefined;
}

/** Revokes a live key; undefined when the tenant has no live key with this id. */
export async function revokeApiKey(tx: Tx, tenant: Tenant, id: string, at: Date): Promise<ApiKey | undefined> {
  const [row] = await apiKeys
    .of(tx, tenant)
    .where({ id, revoked_at: null })
    .update(apiKeys.toRow({ revokedAt: at }))
    .returning<Row[]>(shownKeys.columns);
  return row && rowToApiKey(row);
}

/** Records a use, unless one was recorded since `unlessSince`: several gateways write once per interval. */
export async function recordApiKeyUse(
  db: Db,
  tenant: Tenant,
  id: string,
  use: { readonly at: Date; readonly unlessSince: Date },
): Promise<void> {
  await apiKeys
    .of(db, tenant)
    .where({ id })
    .where((query) => void query.whereNull('last_used_at').orWhere('last_used_at', '<', use.unlessSince))
    .update(apiKeys.toRow({ lastUsedAt: use.at }));
}

/** A live key joined with its active store. */
const callers = table('api_keys', {
  id: text('id'),
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  kind: text<ApiKeyKind>('kind'),
  hash: bytes('hash'),
  permissions: texts('permissions'),
  expiresAt: optional(timestamp('expires_at')),
  allowedAddresses: texts('allowed_addresses'),
  lastUsedAt: optional(timestamp('last_used_at')),
  storeName: text('store_name'),
  storeWebsite: text('store_website'),
  storeCreatedAt: timestamp('store_created_at'),
  compatibility: text<Compatibility>('compatibility'),
  rateLimitPerSecond: optional(int('rate_limit_per_second')),
  role: optional(text<Role>('role')),
});

const actorKinds: Readonly<Record<ApiKeyKind, ActorKind>> = { SECRET: 'KEY', PUBLIC: 'PUBLIC_KEY' };

const callerColumns = `k.id, k.store_id, k.dev_mode, k.kind, k.permissions, k.expires_at,
         k.allowed_addresses, k.last_used_at,
         s.name as store_name, s.website as store_website, s.created_at as store_created_at,
         s.compatibility, s.rate_limit_per_second`;

const findByHashSql = `
  select k.hash, ${callerColumns}, null as role
  from api_keys k
  join stores s on s.id = k.store_id
  where k.hash = :hash and k.revoked_at is null and s.status = 'ACTIVE'`;

const findByTokenSql = `
  select t.access_hash as hash, ${callerColumns}, m.role
  from oauth_tokens t
  join oauth_grants g on g.id = t.grant_id
  join api_keys k on k.id = g.key_id
  join stores s on s.id = k.store_id
  join members m on m.store_id = coalesce(s.sandbox_of, s.id) and m.user_id = g.user_id
  where t.access_hash = :hash and t.access_expires_at > :now and k.revoked_at is null and s.status = 'ACTIVE'`;

export interface FoundApiKey {
  readonly hash: Buffer;
  readonly lastUsedAt: Date | undefined;
  readonly principal: Principal;
}

/** The live key with this hash, and its caller. */
export async function findApiKeyByHash(db: Db, _all: CrossTenant, hash: Buffer): Promise<FoundApiKey | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(findByHashSql, { hash }).options({ name: 'resolve_api_key' });
  return rows[0] && rowToCaller(rows[0]);
}

/** The live key behind this access token, and its caller: with what the role of who granted it still allows. */
export async function findApiKeyByToken(
  db: Db,
  _all: CrossTenant,
  hash: Buffer,
  now: Date,
): Promise<FoundApiKey | undefined> {
  const query = db.raw<{ rows: Row[] }>(findByTokenSql, { hash, now });
  const { rows } = await query.options({ name: 'resolve_access_token' });
  return rows[0] && rowToCaller(rows[0]);
}

function rowToCaller(row: Row): FoundApiKey {
  const { id, storeId, devMode, kind, permissions, hash, lastUsedAt, role, ...rest } = callers.fromRow(row);
  const tenant = toTenant(storeId, devMode);
  const actor = { kind: actorKinds[kind], id };
  const held = role && listRolePermissions(role);
  const granted = held ? permissions.filter((name) => isPermission(name) && held.has(name)) : permissions;
  const principal = { tenant, actor, permissions: expandKeyPermissions(granted), ...rest };
  return { hash, lastUsedAt, principal: held ? { ...principal, isGranted: true } : principal };
}

/** The tenant of a key, for operators, who name a key by its id alone. */
export async function findApiKeyTenant(db: Db, _all: CrossTenant, id: string): Promise<Tenant | undefined> {
  const owner = apiKeys.pick('storeId', 'devMode');
  const row = await db(apiKeys.name).where({ id }).first<Row | undefined>(owner.columns);
  if (!row) return undefined;
  const { storeId, devMode } = owner.fromRow(row);
  return toTenant(storeId, devMode);
}
