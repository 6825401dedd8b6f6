import type { Tenant } from '@pitanga/core';
import type { Db, SealedColumn } from '@pitanga/database';
import type { SealedPlace } from '@pitanga/runtime';
import type { Store } from './store';

export function storeTaxIdPlace(storeId: string): SealedPlace {
  return ['stores', 'tax_id_sealed', storeId];
}

export const sealedStores: readonly SealedColumn[] = [
  {
    table: 'stores',
    column: 'tax_id_sealed',
    key: ['id'],
    place: (row) => storeTaxIdPlace(String(row['id'])),
  },
];

/** `tenant` is the new store in any environment: the row belongs to both. */
export async function insertStore(db: Db, tenant: Tenant, store: Store): Promise<void> {
  await db('stores').insert({
    id: tenant.storeId,
    name: store.name,
    website: store.website,
    tax_id_sealed: store.taxIdSealed,
    status: store.status,
    rate_limit_per_second: store.rateLimitPerSecond ?? null,
    created_at: store.createdAt,
  });
}

/** CREATING → ACTIVE; false when it was ACTIVE already. */
export async function activateStore(db: Db, tenant: Tenant): Promise<boolean> {
  const rows = await db('stores').where({ id: tenant.storeId, status: 'CREATING' }).update({ status: 'ACTIVE' });
  return rows === 1;
}

/** Locks the store's row until the transaction ends; false when there is no such store. */
export async function lockStore(db: Db, tenant: Tenant): Promise<boolean> {
  const row = await db('stores').where({ id: tenant.storeId }).forUpdate().first<{ id: string } | undefined>('id');
  return row !== undefined;
}
