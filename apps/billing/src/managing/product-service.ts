import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { productToWire } from '../messages/product-wire';
import { checkProductInput, isSamePrice, type Product, type ProductInput } from '../products/product';
import { productExternalIdTaken, productKeyMissing, productNotFound } from '../products/product-errors';
import { findProduct, insertProduct, markProductDeleted, type ProductFilter } from '../products/product-repository';
import type { PreparedFiles } from './product-files';
import { attachStored, type StoredFiles } from './store-files';

/**
 * Creates a product, or returns the existing one with the same external id.
 * ALREADY_EXISTS when its price or cycle differs (docs/behaviour/http.md#external-id).
 */
export async function createProduct(
  deps: Deps,
  tenant: Tenant,
  input: ProductInput,
  files: PreparedFiles,
): Promise<Product> {
  checkProductInput(input);
  if (files.kind === 'failed') throw files.error;
  const { product, isNew } =
    files.kind === 'unneeded'
      ? { product: files.existing, isNew: false }
      : await findOrCreateProduct(deps, tenant, input, files.stored);
  if (!isNew && !isSamePrice(product, input)) throw productExternalIdTaken();
  return product;
}

/** Concurrent requests may delete the product with this external id between insert and read. */
const attemptsMax = 3;

/** The existing product with this external id, whatever its content, or a new one. */
export async function findOrCreateProduct(
  deps: Deps,
  tenant: Tenant,
  input: ProductInput,
  stored: StoredFiles = {},
): Promise<{ readonly product: Product; readonly isNew: boolean }> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now(tenant);
    const product: Product = {
      id: deps.ids.next('product', now),
      devMode: tenant.devMode,
      externalId: input.externalId,
      name: input.name,
      description: input.description,
      priceCents: input.priceCents,
      currency: 'BRL',
      cycle: input.cycle,
      trialDays: input.trialDays,
      imageKey: stored.images,
      hasFile: stored.files !== undefined,
      status: 'ACTIVE',
      createdAt: now,
      updatedAt: now,
    };
    for (let attempt = 0; !(await insertProduct(tx, tenant, product)); attempt += 1) {
      const existing = await findProduct(tx, tenant, { externalId: input.externalId });
      if (existing) return { product: existing, isNew: false };
      // Deleted between the two statements, which frees the external id.
      if (attempt === attemptsMax) throw productExternalIdTaken();
    }
    const { id } = product;
    await attachStored({ ...deps, db: tx }, tenant, stored, id);
    const event = { type: 'product.created', id: deps.ids.next('event', now), key: id, occurredAt: now } as const;
    const data = { tenant, product: productToWire(product, deps.publicUrl) };
    await appendEvents(tx, [{ ...event, data }], deps.clock.real());
    return { product, isNew: true };
  });
}

/**
 * Marks a product deleted, which frees its external id; its checkouts and subscriptions go on. NOT_FOUND the second
 * time.
 */
export async function deleteProduct(deps: Deps, tenant: Tenant, id: string): Promise<Product> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now(tenant);
    const product = await markProductDeleted(tx, tenant, id, now);
    if (!product) throw productNotFound();
    const event = { type: 'product.deleted', id: deps.ids.next('event', now), key: id, occurredAt: now } as const;
    const data = { tenant, product: productToWire(product, deps.publicUrl), deletedAt: now };
    await appendEvents(tx, [{ ...event, data }], deps.clock.real());
    return product;
  });
}

/** The newest product that matches all given keys; at least one is required. */
export async function getProduct(deps: Deps, tenant: Tenant, keys: ProductFilter): Promise<Product> {
  if (keys.id === undefined && keys.externalId === undefined) throw productKeyMissing();
  return requireProduct(deps, tenant, keys);
}

async function requireProduct(deps: Deps, tenant: Tenant, keys: ProductFilter): Promise<Product> {
  const product = await findProduct(deps.db, tenant, keys);
  if (!product) throw productNotFound();
  return product;
}
