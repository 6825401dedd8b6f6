import { invalidArgument, type Tenant } from '@pitanga/core';
import { productWithCycle } from '../checkouts/checkout-errors';
import type { ReadDeps } from '../deps';
import { amountCentsMax, amountCentsMin } from '../money/amount-limits';
import { productNotFound } from '../products/product-errors';
import { findProductsByReference } from '../products/product-repository';
import { findReferenced } from './checkout-items';
import type { CheckoutInput } from './checkout-input';

/** The id of the product that a new checkout is to offer after the payment; INVALID_ARGUMENT for one that cannot be sold so. */
export async function findUpsellProductId(
  deps: ReadDeps,
  tenant: Tenant,
  { upsellProduct: reference }: CheckoutInput,
): Promise<string | undefined> {
  if (reference === undefined) return undefined;
  const product = findReferenced(await findProductsByReference(deps.db, tenant, [reference]), reference, false);
  if (product?.status !== 'ACTIVE') throw productNotFound();
  if (product.cycle !== undefined) throw productWithCycle(reference);
  if (product.priceCents < amountCentsMin) {
    const range = `from ${String(amountCentsMin)} to ${String(amountCentsMax)}`;
    throw invalidArgument(`The price of the product of 'upSellProductId' should be ${range}`);
  }
  return product.id;
}
