import { zeroCents, type Tenant } from '@pitanga/core';
import { appendEvents, type Locked } from '@pitanga/database';
import type { Checkout } from '../checkouts/checkout';
import { savePaidCheckouts } from '../checkouts/owned-checkout-repository';
import type { Discount } from '../coupons/discount';
import { confirmAllRedemptions } from '../coupons/redemption-repository';
import type { TxDeps } from '../deps';
import { checkoutPaidInFull } from '../messages/checkout-events';
import type { BoletoPayer } from '../provider/boleto-provider';
import { findOrCreateBuyer } from './open-payment';
import { recordRedemptions } from './reserve-coupons';

/**
 * Makes a checkout PAID without a charge, because coupons took its whole amount; a link stays ACTIVE
 * (docs/behaviour/checkouts.md#nothing-to-pay). `discounts` are those of one payment of a link, whose event names their
 * codes and the payer; a checkout without a customer keeps the payer as its customer.
 */
export async function payWithoutCharge(
  tx: TxDeps,
  tenant: Tenant,
  checkout: Locked<Checkout>,
  discounts: readonly Discount[],
  payer?: BoletoPayer,
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
  await recordRedemptions(tx, tenant, { checkoutId: checkout.id, chargeId: undefined, discounts }, 'CONFIRMED');
  if (!isLink) await confirmAllRedemptions(tx.db, tenant, checkout.id, paid.updatedAt);
  // The record of a link has no codes, because each payment may have its own.
  const told = isLink ? { ...paid, couponsUsed: discounts.map(({ coupon }) => coupon.code) } : paid;
  await appendEvents(tx.db, [checkoutPaidInFull(tx, tenant, told, customer)], tx.clock.real());
}
