import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { productToWire } from '../messages/product-wire';
import { checkProductInput, isSamePrice, type Product, type ProductInput } from '../products/product';
import { productExternalIdTaken, productKeyMissing, productNotFound } from '../products/product-errors';
import { findProduct, type ProductFilter } from '../products/product-queries';
import { deleteLiveProduct, insertProduct } from '../products/product-repository';
import type { ReadyFiles } from './product-files';
import { takeFiles, type StoredFiles } from './store-files';

/**
 * Creates a product, or answers the live one with the same external id as it is.
 * ALREADY_EXISTS when it costs something else (docs/behaviour/http.md#external-id).
 */
export async function createProduct(
  deps: Deps,
  tenant: Tenant,
  input: ProductInput,
  files: ReadyFiles,
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

/** How often a product may be deleted by others while we try to take its external id. */
const attemptsMax = 3;

/** The live product with this external id, whatever its content, or a new one. */
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
      // Deleted between the two statements, which frees the name: tried again, and not for ever.
      if (attempt === attemptsMax) throw productExternalIdTaken();
    }
    const { id } = product;
    await takeFiles({ ...deps, db: tx }, tenant, stored, id);
    const event = { type: 'product.created', id: deps.ids.next('event', now), key: id, occurredAt: now } as const;
    const data = { tenant, product: productToWire(product, deps.publicUrl) };
    await appendEvents(tx, [{ ...event, data }], deps.clock.real());
    return { product, isNew: true };
  });
}

/**
 * Soft: checkouts and subscriptions keep what they sold, and the external id is free again. NOT_FOUND the second
 * time.
 */
export async function deleteProduct(deps: Deps, tenant: Tenant, id: string): Promise<Product> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now(tenant);
    const product = await deleteLiveProduct(tx, tenant, id, now);
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
