import { cents, zeroCents, type Cents, type CollectableRange } from '@pitanga/core';
import type { Agreement } from '../agreements/agreement';
import type { Checkout, CheckoutItem } from '../checkouts/checkout';
import type { Product } from '../products/product';
import type { CycleCharge, UsageLine } from './cycle-charge';

/** What 32 bits hold. */
const lineUnitsMax = 2_147_483_647;

/** What the checkout of a cycle is made of. */
export interface CycleTerms {
  /** The checkout that the customer subscribed to. */
  readonly origin: Checkout;
  readonly agreement: Agreement;
  readonly input: CycleCharge;
  /** Less than is due where that cannot be collected now. */
  readonly collectedCents: Cents;
  /** Of another plan than the first, and of the usage; deleted ones included. */
  readonly products: ReadonlyMap<string, Product>;
}

/** The checkout of a cycle at its first attempt, PAID at once when there is nothing to collect. */
export function newCycleCheckout(id: string, terms: CycleTerms, now: Date): Checkout {
  const { origin, agreement, input, collectedCents, products } = terms;
  const { quantity, unitPriceCents, discountCents } = input;
  const sold = soldInCycle(origin, input.productId, products);
  const isFree = collectedCents === 0;
  return {
    ...origin,
    id,
    externalId: undefined,
    isExternalIdLabel: true,
    frequency: 'CYCLE',
    status: isFree ? 'PAID' : 'PENDING',
    amountCents: collectedCents,
    paidAmountCents: isFree ? zeroCents : undefined,
    refundedCents: zeroCents,
    platformFeeCents: zeroCents,
    items: [
      { ...sold, quantity, unitPriceCents, discountCents },
      ...usageItems(input.usage, products),
      ...carriedItems(sold, input, collectedCents),
    ],
    methods: [agreement.method],
    coupons: [],
    acceptedCoupons: [],
    allowCoupons: false,
    couponsUsed: discountCents > 0 ? (input.coupons ?? agreement.coupons.map(({ code }) => code)) : [],
    discountCents,
    customerId: agreement.customerId,
    requestedCustomerId: agreement.customerId,
    expiresAt: undefined,
    paidChargeId: undefined,
    upsellProductId: undefined,
    installmentsCount: undefined,
    trialDays: undefined,
    isAuthorizationOptional: false,
    cycleOf: { subscriptionId: input.subscriptionId, number: input.cycleNumber },
    createdAt: now,
    updatedAt: now,
  };
}

/** The checkout at a retry: for the amount of the first attempt, or nothing where that cannot be collected any more. */
export function retriedCheckout(checkout: Checkout, { minCents }: CollectableRange, updatedAt: Date): Checkout {
  if (checkout.amountCents >= minCents) return checkout;
  return { ...checkout, status: 'PAID', amountCents: zeroCents, paidAmountCents: zeroCents, updatedAt };
}

/** The products that the checkout of a cycle needs beside that of its origin. */
export function productsOfCycle(origin: Checkout, { productId, usage }: CycleCharge): readonly string[] {
  const isChanged = origin.items[0]?.productId !== productId;
  return [...(isChanged ? [productId] : []), ...usage.map((line) => line.productId)];
}

/** The item that the customer subscribed to or, after a change of plan, the new product as it is now. */
function soldInCycle(origin: Checkout, productId: string, products: CycleTerms['products']): CheckoutItem {
  const [sold] = origin.items;
  if (!sold) throw new Error(`checkout ${origin.id} has no item`);
  if (sold.productId === productId) return sold;
  const product = products.get(productId);
  if (!product) throw new Error(`product ${productId} of a cycle is not known`);
  const { externalId: productExternalId, name, description, cycle, trialDays } = product;
  return { ...sold, productId, productExternalId, name, description, cycle, trialDays };
}

/** What earlier cycles left and this one collects, as a line of the product that is subscribed to. */
function carriedItems(
  sold: CheckoutItem,
  { amountCents, carriedCents }: CycleCharge,
  collectedCents: Cents,
): readonly CheckoutItem[] {
  const addedCents = collectedCents - (amountCents - carriedCents);
  return addedCents > 0 ? [{ ...sold, quantity: 1, unitPriceCents: cents(addedCents), discountCents: zeroCents }] : [];
}

/** One item for each product of the usage. */
function usageItems(usage: readonly UsageLine[], products: CycleTerms['products']): readonly CheckoutItem[] {
  return usage.map(({ productId, units, amountCents }) => {
    const product = products.get(productId);
    if (!product) throw new Error(`product ${productId} of a usage is not known`);
    const { externalId: productExternalId, name, description } = product;
    return { productId, productExternalId, name, description, ...pricedUnits(units, amountCents) };
  });
}

/** One unit of the whole amount where the price changed within the cycle, or where the units exceed 32 bits. */
function pricedUnits(units: number, amountCents: Cents): Pick<CheckoutItem, 'quantity' | 'unitPriceCents'> {
  const isEven = units > 0 && units <= lineUnitsMax && amountCents % units === 0;
  return isEven
    ? { quantity: units, unitPriceCents: cents(amountCents / units) }
    : { quantity: 1, unitPriceCents: amountCents };
}
