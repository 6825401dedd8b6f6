import { zeroCents, type Tenant } from '@pitanga/core';
import { appendEvents, type Locked } from '@pitanga/database';
import type { Checkout } from '../checkouts/checkout';
import { savePaidCheckouts } from '../checkouts/owned-checkout-repository';
import type { Discount } from '../coupons/discount';
import { confirmAllRedemptions } from '../coupons/redemption-repository';
import { findCustomerById } from '../customers/customer-queries';
import type { TxDeps } from '../deps';
import { checkoutPaidInFull } from '../messages/checkout-events';
import { recordRedemptions } from './reserve-coupons';

/**
 * Makes a checkout PAID without a charge, because coupons took its whole amount; a link stays ACTIVE
 * (docs/behaviour/checkouts.md#nothing-to-pay). `discounts` are those of one payment of a link.
 */
export async function payWithoutCharge(
  tx: TxDeps,
  tenant: Tenant,
  checkout: Locked<Checkout>,
  discounts: readonly Discount[],
): Promise<void> {
  const isLink = checkout.frequency === 'MULTIPLE_PAYMENTS';
  const paid: Locked<Checkout> = {
    ...checkout,
    status: isLink ? 'ACTIVE' : 'PAID',
    paidAmountCents: checkout.paidAmountCents ?? zeroCents,
    updatedAt: tx.clock.now(tenant),
  };
  await savePaidCheckouts(tx.db, [{ tenant, checkout: paid }]);
  await recordRedemptions(tx, tenant, { checkoutId: checkout.id, chargeId: undefined, discounts }, 'CONFIRMED');
  if (!isLink) await confirmAllRedemptions(tx.db, tenant, checkout.id, paid.updatedAt);
  const customer = await findCustomerById(tx.db, tenant, tx.sealer, paid.customerId);
  await appendEvents(tx.db, [checkoutPaidInFull(tx, tenant, paid, customer)], tx.clock.real());
}
