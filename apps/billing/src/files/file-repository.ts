import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** A file as it is stored, before or after a product has it. */
export interface FileRecord {
  readonly key: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** Before the bytes are stored. `at` is real time. */
export async function insertFile(db: Db, tenant: Tenant, file: FileRecord, at: Date): Promise<void> {
  await db('files').insert({
    key: file.key,
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    content_type: file.contentType,
    size_bytes: file.sizeBytes,
    created_at: at,
  });
}

/** Gives new files to a product, in the transaction that inserts it; answers how many. */
export async function attachFiles(db: Db, tenant: Tenant, keys: readonly string[], productId: string): Promise<number> {
  return db('files')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    .whereIn('key', keys)
    .whereNull('product_id')
    .whereNull('discarded_at')
    .update({ product_id: productId });
}

/**
 * Marks those of the files that no product has, and answers their keys: nobody can take one any more. Waits for a
 * transaction that is about to, whatever became of the connection it was started on.
 */
export async function discardFiles(
  db: Db,
  tenant: Tenant,
  keys: readonly string[],
  at: Date,
): Promise<readonly string[]> {
  const rows: readonly { key: string }[] = await db('files')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    .whereIn('key', keys)
    .whereNull('product_id')
    .update({ discarded_at: at })
    .returning('key');
  return rows.map(({ key }) => key);
}

/** Marks files of any store that have waited for a product since before `since`, at most `limit`. */
export async function claimUnusedFiles(db: Db, since: Date, at: Date, limit: number): Promise<readonly string[]> {
  const { rows } = await db.raw<{ rows: { key: string }[] }>(
    `update files set discarded_at = ? where key in (
       select key from files where product_id is null and created_at < ?
       order by created_at limit ? for update skip locked)
     returning key`,
    [at, since, limit],
  );
  return rows.map(({ key }) => key);
}

/** After the bytes are gone. By key alone: the key is unguessable and marked already. */
export async function purgeFile(db: Db, key: string): Promise<void> {
  await db('files').where({ key }).whereNotNull('discarded_at').delete();
}
