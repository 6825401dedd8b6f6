import type { Tenant } from '@pitanga/core';
import { appendEvents, type Locked } from '@pitanga/database';
import type { Checkout } from '../checkouts/checkout';
import { publishClosed } from '../closing/publish-closed';
import { saveCheckoutStatus } from '../checkouts/checkout-repository';
import { expireOpenCharges } from '../checkouts/locked-charge-repository';
import { freeRedemptions } from '../coupons/redemption-repository';
import type { TxDeps } from '../deps';
import { checkoutChanged } from '../messages/checkout-events';

/** PENDING → EXPIRED for a checkout and its open charges. */
export async function expireCheckout(tx: TxDeps, tenant: Tenant, checkout: Locked<Checkout>, at: Date): Promise<void> {
  const expired: Locked<Checkout> = { ...checkout, status: 'EXPIRED', updatedAt: at };
  await saveCheckoutStatus(tx.db, tenant, checkout, expired);
  await closeExpired(tx, tenant, expired);
}

/** Expires the charges and releases the coupons of a checkout that became EXPIRED in this transaction. */
export async function closeExpired(tx: TxDeps, tenant: Tenant, checkout: Locked<Checkout>): Promise<void> {
  const { id, updatedAt } = checkout;
  await appendEvents(tx.db, [checkoutChanged('checkout.expired', tx, tenant, checkout)], tx.clock.real());
  await freeRedemptions(tx.db, tenant, { checkoutId: id }, updatedAt);
  await publishClosed(tx, tenant, await expireOpenCharges(tx.db, tenant, checkout, updatedAt));
}
