import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Store, StoreStatus } from './store';

interface StoreRow {
  readonly id: string;
  readonly name: string;
  readonly website: string;
  readonly tax_id_sealed: Buffer;
  readonly status: StoreStatus;
  readonly rate_limit_per_second: number | null;
  readonly created_at: Date;
}

const columns = ['id', 'name', 'website', 'tax_id_sealed', 'status', 'rate_limit_per_second', 'created_at'];

export async function findStore(db: Db, tenant: Tenant): Promise<Store | undefined> {
  const row = await db('stores').where({ id: tenant.storeId }).first<StoreRow | undefined>(columns);
  return row && rowToStore(row);
}

/** Every store, oldest first, up to `limit`: for operators, who have no tenant. */
export async function resolveStores(db: Db, limit: number): Promise<Store[]> {
  const rows = await db('stores').orderBy('id').limit(limit).select<StoreRow[]>(columns);
  return rows.map(rowToStore);
}

/** The oldest store of this name: how the operator's tool finds the demo store again. */
export async function resolveStoreByName(db: Db, name: string): Promise<Store | undefined> {
  const row = await db('stores').where({ name }).orderBy('id').first<StoreRow | undefined>(columns);
  return row && rowToStore(row);
}

function rowToStore(row: StoreRow): Store {
  return {
    id: row.id,
    name: row.name,
    website: row.website,
    taxIdSealed: row.tax_id_sealed,
    status: row.status,
    rateLimitPerSecond: row.rate_limit_per_second ?? undefined,
    createdAt: row.created_at,
  };
}
