import { createHmac } from 'node:crypto';
import type { StoreScope, Tenant } from '@pitanga/core';
import { bytes, table, text, type Db, type Row, type SealedColumn } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';

const allowListKeys = table('allow_list_keys', { storeId: text('store_id'), keySealed: bytes('key_sealed') });

function keyPlace(storeId: string) {
  return ['allow_list_keys', 'key_sealed', storeId] as const;
}

/** For the sealed columns of a service that has the table. */
export const sealedAllowListKeys: SealedColumn = {
  table: allowListKeys.name,
  column: 'key_sealed',
  key: ['store_id'],
  place: (row) => keyPlace(String(row['store_id'])),
};

/** Keeps the key under which the list of a store names Pix keys; it never changes. */
export async function saveAllowListKey(db: Db, { storeId }: StoreScope, sealer: Sealer, key: Buffer): Promise<void> {
  const row = allowListKeys.toRow({
    storeId,
    keySealed: sealer.seal(key.toString('base64'), keyPlace(storeId)),
  });
  await db(allowListKeys.name).insert(row).onConflict('store_id').ignore();
}

/** The key under which the list of a store names Pix keys; undefined for a store that has had none. */
export async function findAllowListKey(db: Db, { storeId }: StoreScope, sealer: Sealer): Promise<Buffer | undefined> {
  const row = await db(allowListKeys.name).where({ store_id: storeId }).first<Row | undefined>(allowListKeys.columns);
  return row && Buffer.from(sealer.open(allowListKeys.fromRow(row).keySealed, keyPlace(storeId)), 'base64');
}

/** A Pix key as the list of its store names it; undefined for a store without one. */
export async function fingerprintPixKey(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  pixKey: string,
): Promise<Buffer | undefined> {
  const key = await findAllowListKey(db, tenant, sealer);
  return key && pixKeyFingerprint(key, pixKey);
}

/** @param pixKey in the form of the DICT */
export function pixKeyFingerprint(key: Buffer, pixKey: string): Buffer {
  return createHmac('sha256', key).update(pixKey, 'utf8').digest();
}
