import { subtractCents, sumCents, zeroCents, type Tenant } from '@pitanga/core';
import { appendEvents, type Locked } from '@pitanga/database';
import type { Checkout } from '../checkouts/checkout';
import { saveDiscount } from '../checkouts/checkout-repository';
import { cancelOpenCharges } from '../checkouts/locked-charge-repository';
import type { Coupon } from '../coupons/coupon';
import { allocateDiscount, checkDiscountedTotal, discountsOn, totalDiscount, type Discount } from '../coupons/discount';
import { findReservedCoupons, saveReservedDiscount } from '../coupons/redemption-repository';
import type { TxDeps } from '../deps';
import { checkoutChanged } from '../messages/checkout-events';
import { publishClosed } from '../closing/publish-closed';
import { recordRedemptions } from './reserve-coupons';

/**
 * Applies reserved coupons to a checkout: reduces its amount, and cancels the open charges over the old amount.
 * Coupons applied one after another take off as much as they would together.
 */
export async function applyToCheckout(
  tx: TxDeps,
  tenant: Tenant,
  checkout: Locked<Checkout>,
  coupons: readonly Coupon[],
): Promise<Locked<Checkout>> {
  if (coupons.length === 0) return checkout;
  const { id: checkoutId } = checkout;
  const position = ({ code }: Coupon): number => checkout.couponsUsed.indexOf(code);
  const reserved = await findReservedCoupons(tx.db, tenant, checkoutId);
  const earlier = [...reserved].sort((a, b) => position(a) - position(b));
  const grossCents = sumCents(checkout.amountCents, checkout.discountCents);
  const discounts = discountsOn(grossCents, [...earlier, ...coupons]);
  const at = tx.clock.now(tenant);
  const discounted = withDiscounts(checkout, discounts, at);
  checkDiscountedTotal(discounted.amountCents);
  await saveDiscount(tx.db, tenant, checkout, discounted);
  for (const { coupon, discountCents } of discounts.filter(({ coupon }) => earlier.includes(coupon))) {
    await saveReservedDiscount(tx.db, tenant, { checkoutId, couponId: coupon.id, discountCents }, at);
  }
  const added = discounts.filter(({ coupon }) => coupons.includes(coupon));
  await recordRedemptions(tx, tenant, { checkoutId, chargeId: undefined, discounts: added }, 'RESERVED');
  const event = checkoutChanged('checkout.discounted', tx, tenant, discounted);
  await appendEvents(tx.db, [event], tx.clock.real());
  const cancelled = await cancelOpenCharges(tx.db, tenant, checkout, discounted.updatedAt);
  await publishClosed(tx, tenant, cancelled);
  return discounted;
}

/** Replaces the discounts of a checkout; each line bears its part to the centavo. */
export function withDiscounts<C extends Checkout>(checkout: C, discounts: readonly Discount[], at: Date): C {
  const discountCents = totalDiscount(discounts);
  return {
    ...checkout,
    amountCents: subtractCents(sumCents(checkout.amountCents, checkout.discountCents), discountCents),
    discountCents,
    couponsUsed: discounts.map(({ coupon }) => coupon.code),
    items: allocateDiscount(checkout.items, discountCents),
    updatedAt: at,
  };
}

/** The terms of one payment of a link with a payer's coupons; the link itself does not change. */
export function discountedTerms(
  link: Checkout,
  coupons: readonly Coupon[],
): Pick<Checkout, 'amountCents' | 'couponsUsed'> & { readonly discounts: readonly Discount[] } {
  const discounts = discountsOn(link.amountCents, coupons);
  const amountCents = subtractCents(link.amountCents, coupons.length === 0 ? zeroCents : totalDiscount(discounts));
  checkDiscountedTotal(amountCents);
  return { amountCents, couponsUsed: discounts.map(({ coupon }) => coupon.code), discounts };
}
