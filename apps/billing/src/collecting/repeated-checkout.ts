import { normalizeTaxId, type Tenant } from '@pitanga/core';
import type { CheckoutItem } from '../checkouts/checkout';
import { lockCheckoutByExternalId } from '../checkouts/checkout-repository';
import { checkoutStatusAt } from '../checkouts/checkout-status';
import { foldEmail, type Customer, type CustomerInput } from '../customers/customer';
import { findCustomersById } from '../customers/customer-queries';
import type { Deps } from '../deps';
import type { Product } from '../products/product';
import { findProductsByReference } from '../products/product-queries';
import type { CheckoutInput, CheckoutWithCustomer } from './checkout-input';
import { findReferenced, type CheckoutItemInput } from './checkout-items';

/**
 * The live checkout that has the external id already and is what is asked for again. Looked for before anything else
 * is judged: a repeat is answered even when the due date has passed or a product or coupon was deleted since
 * (docs/behaviour/checkouts.md#repeats). Undefined for anything new or different. Whoever holds the name is locked: a
 * payment, too, locks it before it makes a customer.
 */
export async function findRepeated(
  deps: Deps,
  tenant: Tenant,
  input: CheckoutInput,
): Promise<CheckoutWithCustomer | undefined> {
  if (input.externalId === undefined || input.isExternalIdLabel) return undefined;
  const checkout = await lockCheckoutByExternalId(deps.db, tenant, input.externalId);
  if (!checkout || checkout.frequency !== input.frequency) return undefined;
  if (checkoutStatusAt(checkout, deps.clock.now(tenant)) === 'EXPIRED') return undefined;
  const references = input.items.map(({ product }) => product);
  const products = await findProductsByReference(deps.db, tenant, references);
  if (!asksForItems(checkout.items, input.items, products)) return undefined;
  const { requestedCustomerId: requestedId, customerId } = checkout;
  const ids = [requestedId, customerId].filter((id) => id !== undefined);
  const customers = await findCustomersById(deps.db, tenant, deps.sealer, ids);
  const requested = requestedId === undefined ? undefined : customers.get(requestedId);
  if (!asksForCustomer(requested, input)) return undefined;
  return { checkout, customer: customerId === undefined ? undefined : customers.get(customerId) };
}

function asksForItems(
  items: readonly CheckoutItem[],
  inputs: readonly CheckoutItemInput[],
  products: readonly Product[],
): boolean {
  return (
    items.length === inputs.length &&
    inputs.every((input) => items.some((item) => asksForItem(item, input, findProduct(input, products))))
  );
}

function findProduct({ product, line }: CheckoutItemInput, products: readonly Product[]): Product | undefined {
  return findReferenced(products, product, line !== undefined);
}

/** `product` is undefined for one that is no longer there: then what the line remembers of it counts. */
function asksForItem(
  item: CheckoutItem,
  { product: reference, quantity, line }: CheckoutItemInput,
  product: Product | undefined,
): boolean {
  const isProduct = product
    ? product.id === item.productId
    : reference === item.productExternalId || (line === undefined && reference === item.productId);
  return (
    isProduct && quantity === item.quantity && (line?.unitPriceCents ?? item.unitPriceCents) === item.unitPriceCents
  );
}

/** A customer in full is known again by tax id; without one by all that was given. */
function asksForCustomer(requested: Customer | undefined, { customerId, customer }: CheckoutInput): boolean {
  if (customerId !== undefined) return customerId === requested?.id;
  if (customer === undefined) return requested === undefined;
  return requested !== undefined && isCustomer(requested, customer);
}

function isCustomer(customer: Customer, { taxId, email, name, cellphone }: CustomerInput): boolean {
  if (taxId !== undefined) return customer.taxId === normalizeTaxId(taxId);
  const folded = (text: string | undefined): string | undefined => (text === undefined ? undefined : foldEmail(text));
  return (
    customer.taxId === undefined &&
    folded(customer.email) === folded(email) &&
    customer.name === name &&
    customer.cellphone === cellphone
  );
}
