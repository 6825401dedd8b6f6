import type { Cents, Tenant } from '@pitanga/core';
import { checkItemCount, type CheckoutItem } from '../checkouts/checkout';
import { productWithCycle, productWithoutCycle, repeatedProduct } from '../checkouts/checkout-errors';
import type { TxDeps } from '../deps';
import { findOrCreateProduct } from '../managing/product-service';
import type { Product } from '../products/product';
import { productNotFound } from '../products/product-errors';
import { findProductsByReference } from '../products/product-repository';

/** A line by product, or (v1 billing) given in full. */
export interface CheckoutItemInput {
  /** Product id or external id; the external id when `line` is given. */
  readonly product: string;
  readonly quantity: number;
  readonly line: CheckoutLine | undefined;
}

export interface CheckoutLine {
  readonly name: string;
  readonly description: string;
  readonly unitPriceCents: Cents;
}

/**
 * The lines of a checkout with names and prices as of now. A v1 line has its own name and price; it creates a
 * catalogue product when its external id is new, and never changes one (docs/behaviour/v1.md#billing-lines).
 */
export async function resolveItems(
  tx: TxDeps,
  tenant: Tenant,
  inputs: readonly CheckoutItemInput[],
  isSubscription = false,
): Promise<readonly CheckoutItem[]> {
  checkItemCount(inputs.map(({ quantity }) => quantity));
  const references = inputs.map(({ product }) => product);
  const products = await findProductsByReference(tx.db, tenant, references);
  const created = await createMissing(tx, tenant, products, inputs);
  const items = inputs.map((input) => toItem(input, [...products, ...created], isSubscription));
  const seen = new Set<string>();
  for (const item of items) {
    if (seen.has(item.productId)) throw repeatedProduct(item.productExternalId);
    seen.add(item.productId);
  }
  return items;
}

function toItem(
  { product: reference, quantity, line }: CheckoutItemInput,
  products: readonly Product[],
  isSubscription: boolean,
): CheckoutItem {
  const product = findReferenced(products, reference, line !== undefined);
  if (!product) throw productNotFound();
  if (isSubscription && product.cycle === undefined) throw productWithoutCycle();
  if (!isSubscription && product.cycle !== undefined) throw productWithCycle(reference);
  const { id: productId, externalId: productExternalId } = product;
  const sold = line ?? { name: product.name, description: product.description, unitPriceCents: product.priceCents };
  const { cycle, trialDays } = product;
  return { productId, productExternalId, ...sold, quantity, ...(isSubscription && { cycle, trialDays }) };
}

/** A product by its id or else its external id; the external id alone for v1 lines. */
export function findReferenced(products: readonly Product[], reference: string, isLine: boolean): Product | undefined {
  const byId = isLine ? undefined : products.find(({ id }) => id === reference);
  return byId ?? products.find(({ externalId }) => externalId === reference);
}

async function createMissing(
  tx: TxDeps,
  tenant: Tenant,
  known: readonly Product[],
  inputs: readonly CheckoutItemInput[],
): Promise<readonly Product[]> {
  const missing = new Map<string, CheckoutLine>();
  for (const { product, line } of inputs) {
    if (line && !findReferenced(known, product, true)) missing.set(product, line);
  }
  const created: Product[] = [];
  // In the order of the external ids, so that two requests with the same new products cannot deadlock.
  for (const [externalId, line] of [...missing].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { name, description, unitPriceCents: priceCents } = line;
    const input = {
      externalId,
      name,
      description,
      priceCents,
      currency: 'BRL',
      cycle: undefined,
      trialDays: undefined,
    };
    created.push((await findOrCreateProduct(tx, tenant, input)).product);
  }
  return created;
}
