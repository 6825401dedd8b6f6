import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { cancelCheckout, checkKind, type Checkout } from '../checkouts/checkout';
import { checkoutNotFound } from '../checkouts/checkout-errors';
import { lockCheckout, saveCheckoutStatus } from '../checkouts/checkout-repository';
import { cancelOpenCharges, expireOpenCharges } from '../checkouts/locked-charge-repository';
import type { CheckoutFrequency } from '../checkouts/checkout-status';
import { freeRedemptions } from '../coupons/redemption-repository';
import type { TxDeps } from '../deps';
import { checkoutChanged } from '../messages/checkout-events';
import { publishClosed } from '../closing/publish-closed';

/**
 * Deletes a checkout or link with its open charges: it takes no more payments and stays readable as CANCELLED
 * (docs/behaviour/checkouts.md#delete). NOT_FOUND the second time, FAILED_PRECONDITION once it was paid, refunded or
 * has expired.
 */
export async function deleteCheckout(
  tx: TxDeps,
  tenant: Tenant,
  id: string,
  frequency: CheckoutFrequency | undefined,
): Promise<Checkout> {
  const checkout = await lockCheckout(tx.db, tenant, id);
  if (!checkout) throw checkoutNotFound(frequency);
  checkKind(checkout, frequency, 'delete');
  const now = tx.clock.now(tenant);
  const cancelled = cancelCheckout(checkout, now);
  await saveCheckoutStatus(tx.db, tenant, checkout, cancelled);
  await appendEvents(tx.db, [checkoutChanged('checkout.cancelled', tx, tenant, cancelled)], tx.clock.real());
  // An overdue charge already reads EXPIRED and must stay so.
  await publishClosed(tx, tenant, await expireOpenCharges(tx.db, tenant, checkout, now, now));
  await publishClosed(tx, tenant, await cancelOpenCharges(tx.db, tenant, checkout, now));
  // After the charges: the expiry of a charge of a link locks the charge before its redemptions.
  await freeRedemptions(tx.db, tenant, { checkoutId: id }, now);
  return cancelled;
}
