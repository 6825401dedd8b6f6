import { tenantOf, type Tenant } from '@pitanga/core';
import { inTransaction, type Db } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import { claimExpiredCharges, claimExpiredChargesOfMoved, type ExpiredCharge } from '../charges/charge-repository';
import {
  claimExpiredCheckouts,
  claimExpiredCheckoutsOfMoved,
  type ExpiredCheckout,
} from '../checkouts/checkout-repository';
import { closeExpired, publishClosed } from '../collecting/expire-checkout';
import type { Deps } from '../deps';

const batchSize = 100;

type Claim<T> = (db: Db, now: Date, limit: number) => Promise<readonly T[]>;

/**
 * Writes down what reads show already: charges and checkouts whose time is over are EXPIRED, with their facts; answers
 * how many. Several replicas share the work; a row that a payment holds is left to the payment. With a tenant only its
 * own; its clock must have been moved.
 */
export async function expireOverdue(deps: Deps, tenant?: Tenant): Promise<number> {
  const all = tenant === undefined;
  const checkouts: Claim<ExpiredCheckout>[] = [
    ...(all ? [claimExpiredCheckouts] : []),
    (db, now, limit) => claimExpiredCheckoutsOfMoved(db, now, limit, tenant),
  ];
  const charges: Claim<ExpiredCharge>[] = [
    ...(all ? [claimExpiredCharges] : []),
    (db, now, limit) => claimExpiredChargesOfMoved(db, now, limit, tenant),
  ];
  let expired = 0;
  for (const claim of checkouts) expired += await inBatches(() => expireCheckoutBatch(deps, claim));
  for (const claim of charges) expired += await inBatches(() => expireChargeBatch(deps, claim));
  return expired;
}

async function inBatches(batch: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const done = await batch();
    total += done;
    if (done < batchSize) return total;
  }
}

async function expireChargeBatch(deps: Deps, claim: Claim<ExpiredCharge>): Promise<number> {
  return inTransaction(deps.db, async (db) => {
    const expired = await claim(db, deps.clock.real(), batchSize);
    for (const [tenant, charges] of byTenant(expired)) await publishClosed({ ...deps, db }, tenant, charges);
    return expired.length;
  });
}

/** Checkout before charge, as everywhere: the open charges of a checkout expire with it. */
async function expireCheckoutBatch(deps: Deps, claim: Claim<ExpiredCheckout>): Promise<number> {
  return inTransaction(deps.db, async (db) => {
    const expired = await claim(db, deps.clock.real(), batchSize);
    for (const { tenant, checkout } of expired) await closeExpired({ ...deps, db }, tenant, checkout);
    return expired.length;
  });
}

function byTenant(expired: readonly ExpiredCharge[]): readonly (readonly [Tenant, readonly Charge[]])[] {
  const groups = Map.groupBy(expired, ({ storeId, charge }) => `${storeId} ${String(charge.devMode)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [[tenantOf(first.storeId, first.charge.devMode), group.map(({ charge }) => charge)] as const] : [];
  });
}
