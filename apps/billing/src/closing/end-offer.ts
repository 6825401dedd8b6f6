import type { Tenant } from '@pitanga/core';
import type { Locked } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import type { Checkout } from '../checkouts/checkout';
import { cancelOpenCharges } from '../checkouts/locked-charge-repository';
import type { TxDeps } from '../deps';
import { publishClosed } from './publish-closed';

/**
 * Closes what is open of a checkout's offer once the payment of the purchase is refunded or disputed: a buyer who has the
 * money back, or wants it, is not asked to pay for what was offered with it (docs/behaviour/checkouts.md#upsell-refund).
 */
export async function endOffer(
  tx: TxDeps,
  tenant: Tenant,
  checkout: Locked<Checkout> | undefined,
  returned: Charge,
): Promise<void> {
  if (checkout?.upsellProductId === undefined || checkout.paidChargeId !== returned.id) return;
  await publishClosed(tx, tenant, await cancelOpenCharges(tx.db, tenant, checkout, returned.updatedAt));
}
