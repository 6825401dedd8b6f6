import type { CrossTenant, StoreScope } from '@pitanga/core';
import {
  bytes,
  int,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Row,
  type SealedColumn,
  type Tx,
} from '@pitanga/database';
import type { SealedPlace } from '@pitanga/runtime';
import type { Store, StoreStatus } from './store';

/** A store's row belongs to both of its environments. */
const stores = table('stores', {
  id: text('id'),
  name: text('name'),
  website: text('website'),
  taxIdSealed: bytes('tax_id_sealed'),
  status: text<StoreStatus>('status'),
  rateLimitPerSecond: optional(int('rate_limit_per_second')),
  createdAt: timestamp('created_at'),
});

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

export async function insertStore(db: Db, { storeId }: StoreScope, store: Omit<Store, 'id'>): Promise<void> {
  await db(stores.name).insert(stores.toRow({ ...store, id: storeId }));
}

export async function findStore(db: Db, { storeId }: StoreScope): Promise<Store | undefined> {
  const row = await db(stores.name).where({ id: storeId }).first<Row | undefined>(stores.columns);
  return row && stores.fromRow(row);
}

/** Every store, oldest first, up to `limit`. */
export async function listStores(db: Db, _all: CrossTenant, limit: number): Promise<Store[]> {
  const rows = await db(stores.name).orderBy('id').limit(limit).select<Row[]>(stores.columns);
  return rows.map((row) => stores.fromRow(row));
}

/** The oldest store of this name. */
export async function findStoreByName(db: Db, _all: CrossTenant, name: string): Promise<Store | undefined> {
  const row = await db(stores.name).where({ name }).orderBy('id').first<Row | undefined>(stores.columns);
  return row && stores.fromRow(row);
}

/** CREATING → ACTIVE; false when it was ACTIVE already. */
export async function activateStore(tx: Tx, { storeId }: StoreScope): Promise<boolean> {
  const count = await tx(stores.name)
    .where({ id: storeId, status: 'CREATING' })
    .update(stores.toRow({ status: 'ACTIVE' }));
  return count === 1;
}

/** Locks the store's row until the transaction ends; false when there is no such store. */
export async function lockStore(tx: Tx, { storeId }: StoreScope): Promise<boolean> {
  const row = await tx(stores.name).where({ id: storeId }).forUpdate().first<Row | undefined>('id');
  return row !== undefined;
}
