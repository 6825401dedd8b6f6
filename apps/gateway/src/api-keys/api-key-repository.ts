import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { ApiKey } from './api-key';
import { apiKeyColumns, rowToApiKey, type ApiKeyRow } from './api-key-queries';

export async function insertApiKey(db: Db, tenant: Tenant, key: ApiKey, hash: Buffer): Promise<void> {
  await db('api_keys').insert({
    id: key.id,
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    kind: key.kind,
    prefix: key.prefix,
    last_four: key.lastFour,
    hash,
    description: key.description,
    permissions: key.permissions,
    created_at: key.createdAt,
  });
}

/** Ends a live key; undefined when the tenant has no live key with this id. */
export async function revokeApiKey(db: Db, tenant: Tenant, id: string, at: Date): Promise<ApiKey | undefined> {
  const [row] = await db('api_keys')
    .where({ id, store_id: tenant.storeId, dev_mode: tenant.devMode, revoked_at: null })
    .update({ revoked_at: at })
    .returning<ApiKeyRow[]>(apiKeyColumns);
  return row && rowToApiKey(row);
}

/** Notes a use; the guard keeps several gateways at one write per interval between them. */
export async function noteApiKeyUse(
  db: Db,
  tenant: Tenant,
  id: string,
  use: { at: Date; unlessSince: Date },
): Promise<void> {
  await db('api_keys')
    .where({ id, store_id: tenant.storeId, dev_mode: tenant.devMode })
    .where((query) => void query.whereNull('last_used_at').orWhere('last_used_at', '<', use.unlessSince))
    .update({ last_used_at: use.at });
}
