import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { ApiKey } from './api-key';
import type { ApiKeyKind } from './key-text';
import { isPermission } from './permission';
import type { Principal } from './principal';

export interface ApiKeyRow {
  readonly id: string;
  readonly kind: ApiKeyKind;
  readonly prefix: string;
  readonly last_four: string;
  readonly description: string;
  readonly permissions: readonly string[];
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

export const apiKeyColumns: (keyof ApiKeyRow)[] = [
  'id',
  'kind',
  'prefix',
  'last_four',
  'description',
  'permissions',
  'created_at',
  'last_used_at',
  'revoked_at',
];

export function rowToApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    kind: row.kind,
    prefix: row.prefix,
    lastFour: row.last_four,
    description: row.description,
    permissions: row.permissions.filter(isPermission),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  };
}

/** All keys of one environment, newest first. At most a hundred are live; revoked ones stay for the record. */
export async function listApiKeys(db: Db, tenant: Tenant): Promise<ApiKey[]> {
  const rows = await db('api_keys')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    .orderBy('id', 'desc')
    .limit(1000)
    .select<ApiKeyRow[]>(apiKeyColumns);
  return rows.map(rowToApiKey);
}

export async function countLiveApiKeys(db: Db, tenant: Tenant): Promise<number> {
  const [row] = await db('api_keys')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, revoked_at: null })
    .count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}

export interface ResolvedApiKey {
  readonly hash: Buffer;
  readonly lastUsedAt: Date | undefined;
  readonly principal: Principal;
}

interface ResolvedRow {
  readonly id: string;
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly kind: ApiKeyKind;
  readonly hash: Buffer;
  readonly permissions: readonly string[];
  readonly last_used_at: Date | null;
  readonly store_name: string;
  readonly store_website: string;
  readonly store_created_at: Date;
  readonly rate_limit_per_second: number | null;
}

const resolveSql = `
  select k.id, k.store_id, k.dev_mode, k.kind, k.hash, k.permissions, k.last_used_at,
         s.name as store_name, s.website as store_website, s.created_at as store_created_at, s.rate_limit_per_second
  from api_keys k
  join stores s on s.id = k.store_id
  where k.hash = ? and k.revoked_at is null and s.status = 'ACTIVE'`;

/** The live key with this hash and the caller it stands for: here a tenant is found, so none is given. */
export async function resolveApiKey(db: Db, hash: Buffer): Promise<ResolvedApiKey | undefined> {
  const { rows } = await db.raw<{ rows: ResolvedRow[] }>(resolveSql, [hash]).options({ name: 'resolve_api_key' });
  const [row] = rows;
  if (!row) return undefined;
  return {
    hash: row.hash,
    lastUsedAt: row.last_used_at ?? undefined,
    principal: {
      tenant: tenantOf(row.store_id, row.dev_mode),
      keyId: row.id,
      keyKind: row.kind,
      permissions: new Set(row.permissions),
      storeName: row.store_name,
      storeWebsite: row.store_website,
      storeCreatedAt: row.store_created_at,
      rateLimitPerSecond: row.rate_limit_per_second ?? undefined,
    },
  };
}

/** Whose key an id is: for operators, who name a key by its id alone. */
export async function resolveApiKeyTenant(db: Db, id: string): Promise<Tenant | undefined> {
  const row = await db('api_keys')
    .where({ id })
    .first<{ store_id: string; dev_mode: boolean } | undefined>('store_id', 'dev_mode');
  return row && tenantOf(row.store_id, row.dev_mode);
}
