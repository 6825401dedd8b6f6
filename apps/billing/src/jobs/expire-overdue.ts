import { tenantOf, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import { claimExpiredCharges, expireOpenCharges } from '../charges/charge-repository';
import { claimExpiredCheckouts } from '../checkouts/checkout-repository';
import { publishClosed } from '../checkouts/expire-checkout';
import { freeRedemptions } from '../coupons/redemption-repository';
import type { Deps } from '../deps';

const batchSize = 100;

/**
 * Writes down what reads show already: charges and checkouts whose time is over are EXPIRED, with their facts.
 * Several replicas share the work; a row that a payment holds is left to the payment.
 */
export async function expireOverdue(deps: Deps): Promise<void> {
  while ((await expireCheckoutBatch(deps)) === batchSize);
  while ((await expireChargeBatch(deps)) === batchSize);
}

async function expireChargeBatch(deps: Deps): Promise<number> {
  return inTransaction(deps.db, async (db) => {
    const expired = await claimExpiredCharges(db, deps.clock.real(), batchSize);
    for (const [tenant, charges] of byTenant(expired)) await publishClosed({ ...deps, db }, tenant, charges);
    return expired.length;
  });
}

/** Checkout before charge, as everywhere: the open charges of a checkout expire with it. */
async function expireCheckoutBatch(deps: Deps): Promise<number> {
  return inTransaction(deps.db, async (db) => {
    const at = deps.clock.real();
    const expired = await claimExpiredCheckouts(db, at, batchSize);
    for (const { storeId, devMode, id } of expired) {
      const tenant = tenantOf(storeId, devMode);
      await freeRedemptions(db, tenant, { checkoutId: id }, at);
      await publishClosed({ ...deps, db }, tenant, await expireOpenCharges(db, tenant, id, at));
    }
    return expired.length;
  });
}

function byTenant(
  expired: readonly { readonly storeId: string; readonly charge: Charge }[],
): readonly (readonly [Tenant, readonly Charge[]])[] {
  const groups = Map.groupBy(expired, ({ storeId, charge }) => `${storeId} ${String(charge.devMode)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [[tenantOf(first.storeId, first.charge.devMode), group.map(({ charge }) => charge)] as const] : [];
  });
}
