import { subtractCents, sumCents, zeroCents, type Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { cancelOpenCharges } from '../charges/charge-repository';
import type { Checkout } from '../checkouts/checkout';
import { saveDiscount } from '../checkouts/checkout-repository';
import type { Coupon } from '../coupons/coupon';
import { allocateDiscount, checkDiscountedTotal, discountsOn, totalDiscount, type Discount } from '../coupons/discount';
import { findReservedCoupons, saveReservedDiscount } from '../coupons/redemption-repository';
import type { Deps } from '../deps';
import { checkoutChanged } from '../messages/checkout-events';
import { publishClosed } from './expire-checkout';
import { recordRedemptions } from './reserve-coupons';

/**
 * Applies coupons, reserved before, to a checkout whose lock the caller holds: its amount is net from now on, and
 * codes that asked for the old amount are cancelled. Coupons that came one after the other take off what they would
 * together. `deps.db` is that transaction.
 */
export async function applyToCheckout(
  deps: Deps,
  tenant: Tenant,
  checkout: Checkout,
  coupons: readonly Coupon[],
): Promise<Checkout> {
  if (coupons.length === 0) return checkout;
  const { id: checkoutId } = checkout;
  const orderOf = ({ code }: Coupon): number => checkout.couponsUsed.indexOf(code);
  const reserved = await findReservedCoupons(deps.db, tenant, checkoutId);
  const earlier = [...reserved].sort((a, b) => orderOf(a) - orderOf(b));
  const grossCents = sumCents(checkout.amountCents, checkout.discountCents);
  const discounts = discountsOn(grossCents, [...earlier, ...coupons]);
  const at = deps.clock.now(tenant);
  const discounted = withDiscounts(checkout, discounts, at);
  checkDiscountedTotal(discounted.amountCents);
  await saveDiscount(deps.db, tenant, checkout, discounted);
  for (const { coupon, discountCents } of discounts.filter(({ coupon }) => earlier.includes(coupon))) {
    await saveReservedDiscount(deps.db, tenant, { checkoutId, couponId: coupon.id, discountCents }, at);
  }
  const added = discounts.filter(({ coupon }) => coupons.includes(coupon));
  await recordRedemptions(deps, tenant, { checkoutId, chargeId: undefined, discounts: added }, 'RESERVED');
  const told = checkoutChanged('checkout.discounted', deps, tenant, discounted);
  await appendEvents(deps.db, [told], deps.clock.real());
  const cancelled = await cancelOpenCharges(deps.db, tenant, checkout.id, discounted.updatedAt);
  await publishClosed(deps, tenant, cancelled);
  return discounted;
}

/** A checkout with these discounts in place of those it had; each line bears its part to the centavo. */
export function withDiscounts(checkout: Checkout, discounts: readonly Discount[], at: Date): Checkout {
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

/** What one payment of a link is to bring with a payer's coupons; the link itself stays as it is. */
export function discountedTerms(
  link: Checkout,
  coupons: readonly Coupon[],
): Pick<Checkout, 'amountCents' | 'couponsUsed'> & { readonly discounts: readonly Discount[] } {
  const discounts = discountsOn(link.amountCents, coupons);
  const amountCents = subtractCents(link.amountCents, coupons.length === 0 ? zeroCents : totalDiscount(discounts));
  checkDiscountedTotal(amountCents);
  return { amountCents, couponsUsed: discounts.map(({ coupon }) => coupon.code), discounts };
}
