import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { checkProductInput, isSameProduct, type Product, type ProductInput } from './product';
import { productExternalIdTaken, productKeyMissing, productNotFound } from './product-errors';
import { findProduct, type ProductFilter } from './product-queries';
import { insertProduct } from './product-repository';
import { productToWire } from './product-wire';

/**
 * Creates a product, or answers the live one with the same external id when it is the same.
 * ALREADY_EXISTS when it differs (decisions, 1).
 */
export async function createProduct(deps: Deps, tenant: Tenant, input: ProductInput): Promise<Product> {
  checkProductInput(input);
  const { product, isNew } = await findOrCreateProduct(deps, tenant, input);
  if (!isNew && !isSameProduct(product, input)) throw productExternalIdTaken();
  return product;
}

/** The live product with this external id, whatever its content, or a new one. */
export async function findOrCreateProduct(
  deps: Deps,
  tenant: Tenant,
  input: ProductInput,
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
      imageUrl: undefined,
      hasFile: false,
      status: 'ACTIVE',
      createdAt: now,
      updatedAt: now,
    };
    if (!(await insertProduct(tx, tenant, product))) {
      return {
        product: await requireProduct({ ...deps, db: tx }, tenant, { externalId: input.externalId }),
        isNew: false,
      };
    }
    const { id } = product;
    const event = { type: 'product.created', id: deps.ids.next('event', now), key: id, occurredAt: now } as const;
    await appendEvents(tx, [{ ...event, data: { tenant, product: productToWire(product) } }], deps.clock.real());
    return { product, isNew: true };
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
