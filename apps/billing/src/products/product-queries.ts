import { mapPage, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db, type PageOptions } from '@pitanga/database';
import { productStatuses, type Product, type ProductStatus } from './product';
import { productColumns, rowToProduct, type ProductRow } from './product-repository';

export interface ProductFilter {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly status?: ProductStatus | undefined;
}

/** The newest live product that matches every given key. */
export async function findProduct(db: Db, tenant: Tenant, keys: ProductFilter): Promise<Product | undefined> {
  const query = db('products')
    .select(...productColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    .orderBy('id', 'desc')
    .limit(1);
  applyFilter(query, keys);
  const rows = (await query) as readonly ProductRow[];
  return rows[0] && rowToProduct(rows[0]);
}

/** A product by its id; a deleted one too, which its subscriptions go on with. */
export async function findProductById(db: Db, tenant: Tenant, id: string): Promise<Product | undefined> {
  const row = (await db('products')
    .select(...productColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .first()) as ProductRow | undefined;
  return row && rowToProduct(row);
}

/** Live products whose id or external id is one of these references. */
export async function findProductsByReference(
  db: Db,
  tenant: Tenant,
  references: readonly string[],
): Promise<readonly Product[]> {
  const rows = (await db('products')
    .select(...productColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    .whereNull('deleted_at')
    .where((either) => {
      void either.whereIn('id', references).orWhereIn('external_id', references);
    })) as readonly ProductRow[];
  return rows.map(rowToProduct);
}

export async function listProducts(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: ProductFilter,
): Promise<Page<Product>> {
  const rows = await selectPage<ProductRow>(db, tenant, {
    table: 'products',
    columns: productColumns,
    page,
    idKind: 'product',
    filter: (query) => {
      applyFilter(query, filter);
    },
    parts: (filter.status === undefined ? productStatuses : [filter.status]).map(
      (status) => (query) => void query.where({ status }),
    ),
  });
  return mapPage(rows, rowToProduct);
}

type Query = Parameters<NonNullable<PageOptions['filter']>>[0];

function applyFilter(query: Query, filter: ProductFilter): void {
  query.whereNull('deleted_at');
  if (filter.id !== undefined) query.where('id', filter.id);
  if (filter.externalId !== undefined) query.where('external_id', filter.externalId);
  if (filter.status !== undefined) query.where('status', filter.status);
}
