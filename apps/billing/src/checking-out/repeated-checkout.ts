import { normalizeTaxId, type Tenant } from '@pitanga/core';
import { isSameSplit } from '../charges/charge-split';
import { smallestCollectable } from '../charging/collectable';
import { grossTotal, type Checkout, type CheckoutItem } from '../checkouts/checkout';
import { lockCheckoutByExternalId } from '../checkouts/checkout-repository';
import { checkoutStatusAt } from '../checkouts/checkout-status';
import { foldEmail, type Customer, type CustomerInput } from '../customers/customer';
import { findCustomersById } from '../customers/customer-queries';
import type { TxDeps } from '../deps';
import type { StoreSetup } from '../managing/store-setup';
import { isSameWallets } from '../money/wallets';
import type { Product } from '../products/product';
import { findOwnedProducts, findProductsByReference } from '../products/product-repository';
import type { CheckoutInput, CheckoutWithCustomer } from './checkout-input';
import { findReferenced, type CheckoutItemInput } from './checkout-items';

/**
 * Finds and locks the live checkout with this external id if the input asks for the same again. It runs before any
 * check, so that a repeat succeeds even after the due date or after a product or coupon was deleted
 * (docs/behaviour/checkouts.md#repeats). The lock comes before the customer, as in a payment.
 */
export async function findRepeated(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  input: CheckoutInput,
): Promise<CheckoutWithCustomer | undefined> {
  if (input.externalId === undefined || input.isExternalIdLabel) return undefined;
  const checkout = await lockCheckoutByExternalId(tx.db, tenant, input.externalId);
  if (!checkout || checkout.frequency !== input.frequency) return undefined;
  if (checkoutStatusAt(checkout, tx.clock.now(tenant)) === 'EXPIRED') return undefined;
  if (input.frequency === 'SUBSCRIPTION' && checkout.dueDate !== input.dueDate) return undefined;
  const references = input.items.map(({ product }) => product);
  const products = await findProductsByReference(tx.db, tenant, references);
  if (!asksForItems(checkout.items, input.items, products)) return undefined;
  if (!isSameSplit(checkout.splits, input.splits) || !asksForWallets(setup, checkout, input)) return undefined;
  if (!(await asksForUpsell(tx, tenant, checkout, input))) return undefined;
  const { requestedCustomerId: requestedId, customerId } = checkout;
  const ids = [requestedId, customerId].filter((id) => id !== undefined);
  const customers = await findCustomersById(tx.db, tenant, tx.sealer, ids);
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

/** A deleted product (`product` is undefined) is compared with what the line recorded of it. */
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

/** A checkout whose total no card can collect has kept none of the wallets that its request named. */
function asksForWallets(setup: StoreSetup, checkout: Checkout, { wallets }: CheckoutInput): boolean {
  if (isSameWallets(checkout.wallets, wallets)) return true;
  return checkout.wallets.length === 0 && grossTotal(checkout) < smallestCollectable(setup, 'CARD');
}

async function asksForUpsell(
  { db }: TxDeps,
  tenant: Tenant,
  { upsellProductId: id }: Checkout,
  { upsellProduct: reference }: CheckoutInput,
): Promise<boolean> {
  if (id === undefined || reference === undefined) return id === reference;
  const named = findReferenced(await findProductsByReference(db, tenant, [reference]), reference, false);
  if (named) return named.id === id;
  const deleted = (await findOwnedProducts(db, [{ tenant, id }])).get(id);
  return reference === id || reference === deleted?.externalId;
}

/** Customers are compared by tax id, or without one by every field given. */
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
