import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { BillingCycle, Product, ProductStatus } from './product';

export interface ProductRow {
  readonly id: string;
  readonly dev_mode: boolean;
  readonly external_id: string;
  readonly name: string;
  readonly description: string;
  readonly price_cents: number;
  readonly cycle: BillingCycle | null;
  readonly trial_days: number | null;
  readonly image_key: string | null;
  readonly has_file: boolean;
  readonly status: ProductStatus;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const productColumns = [
  'id',
  'dev_mode',
  'external_id',
  'name',
  'description',
  'price_cents',
  'cycle',
  'trial_days',
  'image_key',
  'has_file',
  'status',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ProductRow)[];

/** Inserts the product unless a live one has its external id; answers whether it was inserted. */
export async function insertProduct(db: Db, tenant: Tenant, product: Product): Promise<boolean> {
  const inserted: unknown[] = await db('products')
    .insert({
      id: product.id,
      store_id: tenant.storeId,
      dev_mode: tenant.devMode,
      external_id: product.externalId,
      name: product.name,
      description: product.description,
      price_cents: product.priceCents,
      currency: product.currency,
      cycle: product.cycle ?? null,
      trial_days: product.trialDays ?? null,
      image_key: product.imageKey ?? null,
      has_file: product.hasFile,
      status: product.status,
      created_at: product.createdAt,
      updated_at: product.updatedAt,
    })
    .onConflict(db.raw('(store_id, dev_mode, external_id) where deleted_at is null'))
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** A live product with its row locked. */
export async function lockProduct(db: Db, tenant: Tenant, id: string): Promise<Product | undefined> {
  const rows = (await db('products')
    .select(...productColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .whereNull('deleted_at')
    .forUpdate()) as readonly ProductRow[];
  return rows[0] && rowToProduct(rows[0]);
}

/** Writes what may change of a product whose row the transaction has locked. */
export async function saveProduct(db: Db, tenant: Tenant, product: Product): Promise<void> {
  const { id, name, description, priceCents, trialDays, imageKey, updatedAt } = product;
  const changed = await db('products')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .whereNull('deleted_at')
    .update({
      name,
      description,
      price_cents: priceCents,
      trial_days: trialDays ?? null,
      image_key: imageKey ?? null,
      updated_at: updatedAt,
    });
  if (changed !== 1) throw new Error(`product ${id} was not live under its own lock`);
}

/** Soft-deletes a live product; undefined when there is none, so that of parallel deletes one wins. */
export async function deleteLiveProduct(db: Db, tenant: Tenant, id: string, at: Date): Promise<Product | undefined> {
  const rows: readonly ProductRow[] = await db('products')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .whereNull('deleted_at')
    .update({ deleted_at: at, updated_at: at })
    .returning([...productColumns]);
  return rows[0] && rowToProduct(rows[0]);
}

export function rowToProduct(row: ProductRow): Product {
  return {
    id: row.id,
    devMode: row.dev_mode,
    externalId: row.external_id,
    name: row.name,
    description: row.description,
    priceCents: cents(row.price_cents),
    currency: 'BRL',
    cycle: row.cycle ?? undefined,
    trialDays: row.trial_days ?? undefined,
    imageKey: row.image_key ?? undefined,
    hasFile: row.has_file,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
