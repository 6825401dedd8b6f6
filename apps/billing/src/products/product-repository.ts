import { isId, mapPage, type Owned, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import {
  boolean,
  cents,
  int,
  isOwnedBy,
  optional,
  ownedIds,
  ownedIdsSql,
  selectPage,
  selectScannedPage,
  table,
  text,
  timestamp,
  type Db,
  type Filter,
  type Row,
  type Tx,
} from '@pitanga/database';
import { productStatuses, type BillingCycle, type Product, type ProductStatus } from './product';

const products = table('products', {
  id: text('id'),
  devMode: boolean('dev_mode'),
  externalId: text('external_id'),
  name: text('name'),
  description: text('description'),
  priceCents: cents('price_cents'),
  currency: text<'BRL'>('currency'),
  cycle: optional(text<BillingCycle>('cycle')),
  trialDays: optional(int('trial_days')),
  imageKey: optional(text('image_key')),
  hasFile: boolean('has_file'),
  status: text<ProductStatus>('status'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

/** Inserts the product; false when one that is not deleted has its external id. */
export async function insertProduct(db: Db, tenant: Tenant, product: Product): Promise<boolean> {
  const { storeId, devMode } = tenant;
  const inserted: unknown[] = await db(products.name)
    .insert({ store_id: storeId, ...products.toRow({ ...product, devMode }) })
    .onConflict(db.raw('(store_id, dev_mode, external_id) where deleted_at is null'))
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** The product with its row locked, unless it is deleted. */
export async function lockProduct(tx: Tx, tenant: Tenant, id: string): Promise<Product | undefined> {
  const row = await notDeleted(tx, tenant, id).forUpdate().first(products.columns);
  return row && products.fromRow(row);
}

/** Saves what may change of a locked product. */
export async function saveProduct(tx: Tx, tenant: Tenant, product: Product): Promise<void> {
  const { id, name, description, priceCents, trialDays, imageKey, updatedAt } = product;
  const changed = await notDeleted(tx, tenant, id).update(
    products.toRow({ name, description, priceCents, trialDays, imageKey, updatedAt }),
  );
  if (changed !== 1) throw new Error(`product ${id} was not live under its own lock`);
}

/** Marks the product deleted; undefined when there is none, so that of concurrent calls one wins. */
export async function markProductDeleted(db: Db, tenant: Tenant, id: string, at: Date): Promise<Product | undefined> {
  const [row]: Row[] = await notDeleted(db, tenant, id)
    .update({ deleted_at: at, updated_at: at })
    .returning(products.columns);
  return row && products.fromRow(row);
}

export interface ProductFilter {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly status?: ProductStatus | undefined;
}

export interface ProductSearch extends ProductFilter {
  /** Contained in the name or the external id, ignoring case and accents, or the whole id of a product, which alone it finds. */
  readonly search?: string | undefined;
}

/** The newest product, not deleted, that matches every given key. */
export async function findProduct(db: Db, tenant: Tenant, keys: ProductFilter): Promise<Product | undefined> {
  return findNewest(db, tenant, keys, (query) => void query.whereNull('deleted_at'));
}

/** The same of those that are deleted. */
export async function findDeletedProduct(db: Db, tenant: Tenant, keys: ProductFilter): Promise<Product | undefined> {
  return findNewest(db, tenant, keys, (query) => void query.whereNotNull('deleted_at'));
}

async function findNewest(db: Db, tenant: Tenant, keys: ProductFilter, filter: Filter): Promise<Product | undefined> {
  const query = products.of(db, tenant).orderBy('id', 'desc');
  filter(query);
  applyKeys(query, keys);
  const row = await query.first(products.columns);
  return row && products.fromRow(row);
}

const findOwnedSql = `
  select ${products.selectSql('p')} from ${ownedIdsSql('k')} join products p on ${isOwnedBy('p', 'k')}`;

/** Products of any stores, deleted ones included, by id. */
export async function findOwnedProducts(
  db: Db,
  keys: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, Product>> {
  if (keys.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: Row[] }>(findOwnedSql, ownedIds(keys)).options({ name: 'products_owned' });
  return new Map(rows.map((row) => products.fromRow(row)).map((product) => [product.id, product]));
}

/** Products, not deleted, whose id or external id is one of these references. */
export async function findProductsByReference(
  db: Db,
  tenant: Tenant,
  references: readonly string[],
): Promise<readonly Product[]> {
  const rows = await products
    .of(db, tenant)
    .whereNull('deleted_at')
    .where((either) => {
      void either.whereIn('id', references).orWhereIn('external_id', references);
    })
    .select(products.columns);
  return rows.map((row) => products.fromRow(row));
}

/** The picture of each of these products that has one, deleted ones included: what was sold stays on its page. */
export async function findImageKeys(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly Required<Pick<Product, 'id' | 'imageKey'>>[]> {
  const rows = await products.of(db, tenant).whereIn('id', ids).whereNotNull('image_key').select(products.columns);
  return rows.map((row) => products.fromRow(row));
}

/** Products that a page of a search may fold: the work of one request, however many a store has. */
const scannedMax = 5_000;

/**
 * One page of the products that are not deleted, newest first. A page of a search scans a bounded number of products:
 * one that is not full by then, even an empty one, has a next page.
 */
export async function listProducts(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  { search, status, ...keys }: ProductSearch,
  scanMax: number = scannedMax,
): Promise<Page<Product>> {
  const isProductId = search !== undefined && isId('product', search);
  const named = isProductId ? await findProduct(db, tenant, { id: search }) : undefined;
  const options = {
    table: products.name,
    columns: products.columns,
    page,
    idKind: 'product',
    parts: (status === undefined ? productStatuses : [status]).map((each): Filter => (query) => {
      applyFilter(query, { ...keys, status: each });
      if (named) query.where('id', named.id);
    }),
  } as const;
  if (search === undefined || named) {
    return mapPage(await selectPage<Row>(db, tenant, options), (row) => products.fromRow(row));
  }
  const filter: Filter = (query) => void query.whereRaw(`strpos(${foldedNames}, ${folded('?')}) > 0`, [search]);
  const scanned = await selectScannedPage<Row>(db, tenant, { ...options, filter }, scanMax);
  return mapPage(scanned.page, (row) => products.fromRow(row));
}

type Query = Parameters<Filter>[0];

function applyFilter(query: Query, filter: ProductFilter): void {
  query.whereNull('deleted_at');
  applyKeys(query, filter);
}

function applyKeys(query: Query, filter: ProductFilter): void {
  if (filter.id !== undefined) query.where('id', filter.id);
  if (filter.externalId !== undefined) query.where('external_id', filter.externalId);
  if (filter.status !== undefined) query.where('status', filter.status);
}

/** A text without case, marks and hidden characters, as `foldText` has it; by ICU, whatever the locale of the database. */
function folded(sql: string): string {
  const marks = String.raw`[\u0300-\u036F\u0483-\u0489\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F]`;
  const hidden = String.raw`[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]`;
  const spaces = String.raw`[\u00A0\u2000-\u200A\u202F\u205F\u3000]`;
  const bare = `regexp_replace(normalize(${sql}, NFD), '${marks}|${hidden}', '', 'g')`;
  return `lower(regexp_replace(${bare}, '${spaces}', ' ', 'g') collate "und-x-icu")`;
}

/** What a search looks in. */
const foldedNames = folded(String.raw`name || E'\n' || external_id`);

function notDeleted(db: Db, tenant: Tenant, id: string) {
  return products.of(db, tenant).where({ id }).whereNull('deleted_at');
}
