import { everyTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { inTransaction, type Tx } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import { expireDueCharges, expireDueChargesOnTestClocks } from '../charges/charge-repository';
import type { Checkout } from '../checkouts/checkout';
import { expireDueCheckouts, expireDueCheckoutsOnTestClocks } from '../checkouts/checkout-repository';
import { closeExpired, publishClosed } from '../collecting/expire-checkout';
import type { Deps } from '../deps';

const batchSize = 100;

type Expire<Row extends object> = (
  tx: Tx,
  all: CrossTenant,
  now: Date,
  limit: number,
  only?: Tenant,
) => Promise<readonly Owned<Row>[]>;

/**
 * Stores the expiry that reads already show, of all overdue charges and checkouts, with their events; returns how many.
 * Replicas share the work, and a row that a payment has locked is left to the payment. With a tenant only its own, by
 * its test clock, which must have been moved.
 */
export async function expireOverdue(deps: Deps, only?: Tenant): Promise<number> {
  const expireCheckouts = [...(only ? [] : [expireDueCheckouts]), expireDueCheckoutsOnTestClocks];
  const expireCharges = [...(only ? [] : [expireDueCharges]), expireDueChargesOnTestClocks];
  let expired = 0;
  for (const expire of expireCheckouts) expired += await inBatches(() => expireCheckoutBatch(deps, expire, only));
  for (const expire of expireCharges) expired += await inBatches(() => expireChargeBatch(deps, expire, only));
  return expired;
}

async function inBatches(batch: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const done = await batch();
    total += done;
    if (done < batchSize) return total;
  }
}

async function expireChargeBatch(
  deps: Deps,
  expire: Expire<{ readonly charge: Charge }>,
  only?: Tenant,
): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const expired = await expire(tx, everyTenant, deps.clock.real(), batchSize, only);
    const stores = Map.groupBy(expired, ({ tenant }) => `${tenant.storeId} ${String(tenant.devMode)}`);
    for (const [first, ...others] of stores.values()) {
      if (!first) continue;
      const charges = [first, ...others].map(({ charge }) => charge);
      await publishClosed({ ...deps, db: tx }, first.tenant, charges);
    }
    return expired.length;
  });
}

/** Checkout before charge, as in every transaction: the open charges of a checkout expire with it. */
async function expireCheckoutBatch(
  deps: Deps,
  expire: Expire<{ readonly checkout: Checkout }>,
  only?: Tenant,
): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const expired = await expire(tx, everyTenant, deps.clock.real(), batchSize, only);
    for (const { tenant, checkout } of expired) await closeExpired({ ...deps, db: tx }, tenant, checkout);
    return expired.length;
  });
}
