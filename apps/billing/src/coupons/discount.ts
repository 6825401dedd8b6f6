import {
  allocate,
  cents,
  failedPrecondition,
  mulDiv,
  subtractCents,
  sumCents,
  zeroCents,
  type AppError,
  type Cents,
} from '@pitanga/core';
import type { CheckoutItem } from '../checkouts/checkout';
import { amountCentsMin } from '../money/amount-limits';
import type { Coupon } from './coupon';

type DiscountTerms = Pick<Coupon, 'discountKind' | 'discount'>;

/** A coupon and the amount that it takes off. */
export interface Discount<C extends DiscountTerms = Coupon> {
  readonly coupon: C;
  readonly discountCents: Cents;
}

const basisPoints = 10_000;

/**
 * The discounts of coupons on a total, which never falls below zero: first percentages, each of the remaining amount
 * and rounded half up to the centavo, then fixed amounts (docs/behaviour/customers-products-coupons.md#discount-order).
 * Coupons of one kind keep their order.
 */
export function discountsOn<C extends DiscountTerms>(grossCents: Cents, coupons: readonly C[]): readonly Discount<C>[] {
  const ordered = [
    ...coupons.filter(({ discountKind }) => discountKind === 'PERCENTAGE'),
    ...coupons.filter(({ discountKind }) => discountKind === 'FIXED'),
  ];
  let left = grossCents;
  return ordered.map((coupon) => {
    const wanted =
      coupon.discountKind === 'PERCENTAGE'
        ? mulDiv(left, coupon.discount, basisPoints, 'halfUp')
        : cents(coupon.discount);
    const discountCents = wanted < left ? wanted : left;
    left = subtractCents(left, discountCents);
    return { coupon, discountCents };
  });
}

/** What the coupons leave of a total. */
export function discountedCents(grossCents: Cents, coupons: readonly DiscountTerms[]): Cents {
  return subtractCents(grossCents, totalDiscount(discountsOn(grossCents, coupons)));
}

export function totalDiscount(discounts: readonly Pick<Discount, 'discountCents'>[]): Cents {
  return sumCents(zeroCents, ...discounts.map(({ discountCents }) => discountCents));
}

/** Splits a discount over the items in proportion to their prices, exact to the centavo. */
export function allocateDiscount(items: readonly CheckoutItem[], discountCents: Cents): readonly CheckoutItem[] {
  const weights = items.map(({ unitPriceCents, quantity }) => unitPriceCents * quantity);
  const parts = allocate(discountCents, weights);
  return items.map((item, index) => ({ ...item, discountCents: parts[index] ?? zeroCents }));
}

/** FAILED_PRECONDITION for a total between zero and the least amount of a charge. */
export function checkDiscountedTotal(netCents: Cents): void {
  if (netCents > 0 && netCents < amountCentsMin) throw discountLeavesTooLittle();
}

function discountLeavesTooLittle(): AppError {
  return failedPrecondition('The discounted total should be zero or at least R$ 1,00', 'DISCOUNT_LEAVES_TOO_LITTLE');
}
