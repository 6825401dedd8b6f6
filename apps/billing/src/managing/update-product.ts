import type { Tenant } from '@pitanga/core';
import type { Deps, TxDeps } from '../deps';
import { checkProductInput, type Product, type ProductInput } from '../products/product';
import { productNotFound } from '../products/product-errors';
import { findProduct, lockProduct, saveProduct } from '../products/product-repository';
import { discardUnused, storeFiles, attachStored, type StoredFiles } from './store-files';

/** Absent fields do not change. */
export interface ProductChanges {
  readonly name?: ProductInput['name'] | undefined;
  readonly description?: ProductInput['description'] | undefined;
  readonly priceCents?: ProductInput['priceCents'] | undefined;
  /** 0 for none. */
  readonly trialDays?: number | undefined;
  /** Empty for none. */
  readonly imageUrl?: string | undefined;
}

/**
 * Runs a change with its picture: downloads and stores it before the transaction, and deletes it afterwards unless it is
 * attached. NOT_FOUND and INVALID_ARGUMENT for an invalid product come before any download.
 */
export async function withNewImage<T>(
  deps: Deps,
  tenant: Tenant,
  id: string,
  changes: ProductChanges,
  update: (stored: StoredFiles) => Promise<T>,
): Promise<T> {
  if (!changes.imageUrl) return update({});
  const product = await findProduct(deps.db, tenant, { id });
  if (!product) throw productNotFound();
  checkProductInput(changedProduct(product, changes));
  const stored = await storeFiles(deps, tenant, { images: changes.imageUrl });
  try {
    return await update(stored);
  } finally {
    await discardUnused(deps, tenant, stored);
  }
}

/** Checkouts, links and subscriptions keep the name and price that they were created with. */
export async function updateProduct(
  tx: TxDeps,
  tenant: Tenant,
  id: string,
  changes: ProductChanges,
  stored: StoredFiles,
): Promise<Product> {
  const before = await lockProduct(tx.db, tenant, id);
  if (!before) throw productNotFound();
  const after = { ...changedProduct(before, changes), updatedAt: tx.clock.now(tenant) };
  checkProductInput(after);
  const imageKey = changes.imageUrl === undefined ? before.imageKey : stored.images;
  await attachStored(tx, tenant, stored, id);
  await saveProduct(tx.db, tenant, { ...after, imageKey });
  return { ...after, imageKey };
}

function changedProduct(product: Product, { name, description, priceCents, trialDays }: ProductChanges): Product {
  return {
    ...product,
    name: name ?? product.name,
    description: description ?? product.description,
    priceCents: priceCents ?? product.priceCents,
    trialDays: trialDays === undefined ? product.trialDays : trialDays || undefined,
  };
}
