import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { ReadDeps, TxDeps } from '../deps';
import { productToWire } from '../messages/product-wire';
import { checkProductInput, isSamePrice, type Product, type ProductInput } from '../products/product';
import { productExternalIdTaken, productKeyMissing, productNotFound } from '../products/product-errors';
import {
  findDeletedProduct,
  findProduct,
  insertProduct,
  markProductDeleted,
  type ProductFilter,
} from '../products/product-repository';
import type { PreparedFiles } from './product-files';
import { attachStored, type StoredFiles } from './store-files';

/**
 * Creates a product, or returns the existing one with the same external id.
 * ALREADY_EXISTS when its price or cycle differs (docs/behaviour/http.md#external-id).
 */
export async function createProduct(
  tx: TxDeps,
  tenant: Tenant,
  input: ProductInput,
  files: PreparedFiles,
): Promise<Product> {
  checkProductInput(input);
  if (files.kind === 'failed') throw files.error;
  const { product, isNew } =
    files.kind === 'unneeded'
      ? { product: files.existing, isNew: false }
      : await findOrCreateProduct(tx, tenant, input, files.stored);
  if (!isNew && !isSamePrice(product, input)) throw productExternalIdTaken();
  return product;
}

/** Concurrent requests may delete the product with this external id between insert and read. */
const attemptsMax = 3;

/** The existing product with this external id, whatever its content, or a new one. */
export async function findOrCreateProduct(
  tx: TxDeps,
  tenant: Tenant,
  input: ProductInput,
  stored: StoredFiles = {},
): Promise<{ readonly product: Product; readonly isNew: boolean }> {
  const now = tx.clock.now(tenant);
  const product: Product = {
    id: tx.ids.next('product', now),
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
  for (let attempt = 0; !(await insertProduct(tx.db, tenant, product)); attempt += 1) {
    const existing = await findProduct(tx.db, tenant, { externalId: input.externalId });
    if (existing) return { product: existing, isNew: false };
    // Deleted between the two statements, which frees the external id.
    if (attempt === attemptsMax) throw productExternalIdTaken();
  }
  const { id } = product;
  await attachStored(tx, tenant, stored, id);
  const event = { type: 'product.created', id: tx.ids.next('event', now), key: id, occurredAt: now } as const;
  const data = { tenant, product: productToWire(product, tx.publicUrl) };
  await appendEvents(tx.db, [{ ...event, data }], tx.clock.real());
  return { product, isNew: true };
}

/**
 * Marks a product deleted, which frees its external id; its checkouts and subscriptions continue. NOT_FOUND the second
 * time.
 */
export async function deleteProduct(tx: TxDeps, tenant: Tenant, id: string): Promise<Product> {
  const now = tx.clock.now(tenant);
  const product = await markProductDeleted(tx.db, tenant, id, now);
  if (!product) throw productNotFound();
  const event = { type: 'product.deleted', id: tx.ids.next('event', now), key: id, occurredAt: now } as const;
  const data = { tenant, product: productToWire(product, tx.publicUrl), deletedAt: now };
  await appendEvents(tx.db, [{ ...event, data }], tx.clock.real());
  return product;
}

/** The newest product that matches all given keys, of which at least one is required; a deleted one where those count too. */
export async function getProduct(
  deps: ReadDeps,
  tenant: Tenant,
  keys: ProductFilter,
  includeDeleted = false,
): Promise<Product> {
  if (keys.id === undefined && keys.externalId === undefined) throw productKeyMissing();
  const deleted = async () => (includeDeleted ? findDeletedProduct(deps.db, tenant, keys) : undefined);
  const product = (await findProduct(deps.db, tenant, keys)) ?? (await deleted());
  if (!product) throw productNotFound();
  return product;
}
