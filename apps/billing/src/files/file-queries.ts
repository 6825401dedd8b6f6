import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { FileRecord } from './file-repository';

interface FileRow {
  readonly key: string;
  readonly content_type: string;
  readonly size_bytes: number;
}

/** A picture of any store: its address holds only the unguessable key. */
export async function resolveImageFile(db: Db, key: string): Promise<FileRecord | undefined> {
  const rows = (await db('files')
    .select('key', 'content_type', 'size_bytes')
    .where({ key })
    .whereNotNull('product_id')) as readonly FileRow[];
  return rows[0] && rowToFile(rows[0]);
}

/** The file that a product sells and the product's name; a deleted product's too, since it was paid for. */
export async function findSoldFile(
  db: Db,
  tenant: Tenant,
  productId: string,
): Promise<{ readonly file: FileRecord; readonly productName: string } | undefined> {
  const rows = (await db('files')
    .join('products', 'products.id', 'files.product_id')
    .select('files.key', 'files.content_type', 'files.size_bytes', 'products.name')
    .where({ 'files.store_id': tenant.storeId, 'files.dev_mode': tenant.devMode, product_id: productId })
    .where('files.key', 'like', 'files/%')) as readonly (FileRow & { name: string })[];
  return rows[0] && { file: rowToFile(rows[0]), productName: rows[0].name };
}

/** Those of the products that sell a file. */
export async function findProductsWithFile(
  db: Db,
  tenant: Tenant,
  productIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = (await db('files')
    .select('product_id')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    .whereIn('product_id', productIds)
    .where('key', 'like', 'files/%')) as readonly { product_id: string }[];
  return new Set(rows.map(({ product_id }) => product_id));
}

function rowToFile(row: FileRow): FileRecord {
  return { key: row.key, contentType: row.content_type, sizeBytes: row.size_bytes };
}
