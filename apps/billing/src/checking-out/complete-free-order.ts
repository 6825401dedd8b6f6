import { zeroCents, type Tenant } from '@pitanga/core';
import { appendEvents, type Locked } from '@pitanga/database';
import { insertFreeCharge } from '../charges/charge-writer';
import { newFreeCharge } from '../charging/new-charge';
import type { Checkout } from '../checkouts/checkout';
import { savePaidCheckouts } from '../checkouts/owned-checkout-repository';
import type { Discount } from '../coupons/discount';
import { confirmAllRedemptions } from '../coupons/redemption-repository';
import type { TxDeps } from '../deps';
import { checkoutPaidInFull } from '../messages/checkout-events';
import { findOrCreateBuyer, toTerms, type PagePix } from './open-payment';
import { recordRedemptions } from './reserve-coupons';

/**
 * Makes a checkout PAID of which coupons took the whole amount, with a charge by the method FREE for the lists; a link
 * stays ACTIVE (docs/behaviour/checkouts.md#nothing-to-pay). Nothing is collected, so that only `checkout.paid` tells of
 * it. `discounts` are those of one payment of a link; a checkout without a customer keeps the payer as its customer.
 */
export async function completeFreeOrder(
  tx: TxDeps,
  tenant: Tenant,
  checkout: Locked<Checkout>,
  discounts: readonly Discount[],
  { payer, utms }: Pick<PagePix, 'payer' | 'utms'> = {},
): Promise<void> {
  const isLink = checkout.frequency === 'MULTIPLE_PAYMENTS';
  const customer = await findOrCreateBuyer(tx, tenant, checkout, payer);
  const paid: Locked<Checkout> = {
    ...checkout,
    status: isLink ? 'ACTIVE' : 'PAID',
    paidAmountCents: checkout.paidAmountCents ?? zeroCents,
    customerId: isLink ? checkout.customerId : customer?.id,
    updatedAt: tx.clock.now(tenant),
  };
  await savePaidCheckouts(tx.db, [{ tenant, checkout: paid }]);
  // The record of a link has no codes, because each payment may have its own.
  const couponsUsed = isLink ? discounts.map(({ coupon }) => coupon.code) : paid.couponsUsed;
  const terms = toTerms(checkout, { amountCents: zeroCents, couponsUsed, utms }, paid.updatedAt);
  const charge = newFreeCharge(tx, tenant, { ...terms, customerId: customer?.id });
  await insertFreeCharge(tx.db, tenant, charge);
  const used = { checkoutId: checkout.id, chargeId: isLink ? charge.id : undefined, discounts };
  await recordRedemptions(tx, tenant, used, 'CONFIRMED');
  if (!isLink) await confirmAllRedemptions(tx.db, tenant, checkout.id, paid.updatedAt);
  await appendEvents(tx.db, [checkoutPaidInFull(tx, tenant, { ...paid, couponsUsed }, customer)], tx.clock.real());
}
