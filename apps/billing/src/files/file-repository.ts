import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { bigint, table, text, type Db, type Row, type Tx } from '@pitanga/database';

/** A stored file, before or after it is attached to a product. */
export interface FileRecord {
  readonly key: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

const files = table('files', { key: text('key'), contentType: text('content_type'), sizeBytes: bigint('size_bytes') });

/** Before the bytes are stored. `at` is real time. */
export async function insertFile(db: Db, tenant: Tenant, file: FileRecord, at: Date): Promise<void> {
  const { storeId, devMode } = tenant;
  await db(files.name).insert({ store_id: storeId, dev_mode: devMode, ...files.toRow(file), created_at: at });
}

/** Attaches new files to a product in the transaction that inserts it; returns how many. */
export async function attachFiles(tx: Tx, tenant: Tenant, keys: readonly string[], productId: string): Promise<number> {
  return files
    .of(tx, tenant)
    .whereIn('key', keys)
    .whereNull('product_id')
    .whereNull('discarded_at')
    .update({ product_id: productId });
}

/**
 * Discards those of the files that are attached to no product, and returns their keys; none can be attached any more.
 * Waits for a concurrent transaction that attaches one, even if its connection is lost.
 */
export async function discardFiles(
  db: Db,
  tenant: Tenant,
  keys: readonly string[],
  at: Date,
): Promise<readonly string[]> {
  const rows: readonly { key: string }[] = await files
    .of(db, tenant)
    .whereIn('key', keys)
    .whereNull('product_id')
    .update({ discarded_at: at })
    .returning('key');
  return rows.map(({ key }) => key);
}

/** Discards files of all stores that were stored before `since` and are attached to no product, at most `limit`. */
export async function discardUnusedFiles(
  db: Db,
  _all: CrossTenant,
  since: Date,
  at: Date,
  limit: number,
): Promise<readonly Owned<{ readonly key: string }>[]> {
  const { rows } = await db.raw<{ rows: { key: string; store_id: string; dev_mode: boolean }[] }>(
    `update files set discarded_at = :at where key in (
       select key from files where product_id is null and created_at < :since
       order by created_at limit :limit for update skip locked)
     returning key, store_id, dev_mode`,
    { at, since, limit },
  );
  return rows.map((row) => ({ key: row.key, tenant: toTenant(row.store_id, row.dev_mode) }));
}

/** After the bytes are deleted. */
export async function deleteDiscardedFile(db: Db, tenant: Tenant, key: string): Promise<void> {
  await files.of(db, tenant).where({ key }).whereNotNull('discarded_at').delete();
}

/** A picture of any store: its address holds only the key, which cannot be guessed. */
export async function resolveImageFile(db: Db, _all: CrossTenant, key: string): Promise<FileRecord | undefined> {
  const row = (await db(files.name).where({ key }).whereNotNull('product_id').first(files.columns)) as Row | undefined;
  return row && files.fromRow(row);
}

/** The file that a product sells and the product's name; also of a deleted product, whose buyers have paid for it. */
export async function findSoldFile(
  db: Db,
  tenant: Tenant,
  productId: string,
): Promise<{ readonly file: FileRecord; readonly productName: string } | undefined> {
  const { rows } = await db.raw<{ rows: (Row & { product_name: string })[] }>(
    `select ${files.selectSql('f')}, p.name as product_name from files f join products p on p.id = f.product_id
     where f.store_id = :storeId and f.dev_mode = :devMode and f.product_id = :productId and f.key like 'files/%'`,
    { ...tenant, productId },
  );
  return rows[0] && { file: files.fromRow(rows[0]), productName: rows[0].product_name };
}

/** Those of the products that sell a file. */
export async function findProductsWithFile(
  db: Db,
  tenant: Tenant,
  productIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows: readonly { product_id: string }[] = await files
    .of(db, tenant)
    .whereIn('product_id', productIds)
    .where('key', 'like', 'files/%')
    .select('product_id');
  return new Set(rows.map(({ product_id }) => product_id));
}
