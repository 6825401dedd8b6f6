import { zeroCents, type Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { Checkout } from '../checkouts/checkout';
import { savePaidCheckout } from '../checkouts/checkout-repository';
import type { Discount } from '../coupons/discount';
import { confirmRedemptionsOf } from '../coupons/redemption-repository';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps } from '../deps';
import { checkoutPaidInFull } from '../messages/checkout-events';
import { recordRedemptions } from './reserve-coupons';

/**
 * Coupons took the whole amount: the checkout is PAID at once, a link once more, and there is no charge
 * (docs/behaviour/checkouts.md#nothing-to-pay). `deps.db` is a transaction that holds the checkout's lock; `discounts`
 * are a link's own.
 */
export async function payWithoutCharge(
  deps: Deps,
  tenant: Tenant,
  checkout: Checkout,
  discounts: readonly Discount[],
): Promise<void> {
  const isLink = checkout.frequency === 'MULTIPLE_PAYMENTS';
  const paid: Checkout = {
    ...checkout,
    status: isLink ? 'ACTIVE' : 'PAID',
    paidAmountCents: checkout.paidAmountCents ?? zeroCents,
    updatedAt: deps.clock.now(tenant),
  };
  await savePaidCheckout(deps.db, tenant, checkout, paid);
  await recordRedemptions(deps, tenant, { checkoutId: checkout.id, chargeId: undefined, discounts }, 'CONFIRMED');
  if (!isLink) await confirmRedemptionsOf(deps.db, tenant, checkout.id, paid.updatedAt);
  const customer = await findCustomerById(deps.db, tenant, deps.sealer, paid.customerId);
  const told = checkoutPaidInFull(deps, tenant, paid, customer);
  await appendEvents(deps.db, [told], deps.clock.real());
}
