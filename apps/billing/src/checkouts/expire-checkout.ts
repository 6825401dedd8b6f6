import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import { chargeEvent } from '../charges/charge-events';
import { expireOpenCharges } from '../charges/charge-repository';
import { freeRedemptions } from '../coupons/redemption-repository';
import { findCustomersById } from '../customers/customer-queries';
import type { Deps } from '../deps';
import { saveExpiredCheckout } from './checkout-repository';

/** PENDING → EXPIRED for a checkout whose lock the caller holds, with its open charges. `deps.db` is a transaction. */
export async function expireLockedCheckout(deps: Deps, tenant: Tenant, id: string, at: Date): Promise<void> {
  await saveExpiredCheckout(deps.db, tenant, id, at);
  await freeRedemptions(deps.db, tenant, { checkoutId: id }, at);
  await publishClosed(deps, tenant, await expireOpenCharges(deps.db, tenant, id, at));
}

/**
 * Appends charge.expired or charge.cancelled for charges that have just got there in this transaction, and gives
 * back the coupons that a link's payment had reserved.
 */
export async function publishClosed(deps: Deps, tenant: Tenant, charges: readonly Charge[]): Promise<void> {
  const customerIds = charges.flatMap(({ customerId }) => customerId ?? []);
  const customers = await findCustomersById(deps.db, tenant, deps.sealer, customerIds);
  const events = charges.map((charge) => {
    const type = charge.status === 'CANCELLED' ? 'charge.cancelled' : 'charge.expired';
    return chargeEvent(type, deps, tenant, charge, customers.get(charge.customerId ?? ''));
  });
  await appendEvents(deps.db, events, deps.clock.real());
  for (const { origin, checkoutId, coupons, id, updatedAt } of charges) {
    if (origin === 'CHECKOUT' || checkoutId === undefined || coupons.length === 0) continue;
    await freeRedemptions(deps.db, tenant, { checkoutId, chargeId: id }, updatedAt);
  }
}
