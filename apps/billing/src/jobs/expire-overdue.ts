import { everyTenant, type Owned, type Tenant } from '@pitanga/core';
import { claimOverdueCharges, claimOverdueChargesOnTestClocks, expireCharges } from '../charges/charge-repository';
import type { ClaimOverdue, OverdueRow } from '../charges/overdue-rows';
import {
  claimOverdueCheckouts,
  claimOverdueCheckoutsOnTestClocks,
  expireCheckouts,
} from '../checkouts/checkout-repository';
import { closeExpired } from '../charging/expire-checkout';
import { publishClosed } from '../closing/publish-closed';
import type { Deps, TxDeps } from '../deps';
import { runDue, type DueWork } from './run-due';

const batchSize = 500;

const checkoutExpiry = { job: 'CHECKOUT_EXPIRY', batchSize, run: expireDueCheckouts } as const;
const chargeExpiry = { job: 'CHARGE_EXPIRY', batchSize, run: expireDueCharges } as const;

/**
 * Stores the expiry that reads already show, of all overdue charges and checkouts, with their events; returns how many.
 * Replicas share the work, and a row that a payment has locked is left to the payment. With a tenant only its own, by
 * its test clock, which must have been moved.
 */
export async function expireOverdue(deps: Deps, only?: Tenant): Promise<number> {
  const by = (claimOverdue: ClaimOverdue): Pick<DueWork<Owned<OverdueRow>>, 'claim'> => ({
    claim: (tx, now, limit) => claimOverdue(tx, everyTenant, { now, limit, only }),
  });
  const works: DueWork<Owned<OverdueRow>>[] = [
    ...(only ? [] : [{ ...checkoutExpiry, ...by(claimOverdueCheckouts) }]),
    { ...checkoutExpiry, ...by(claimOverdueCheckoutsOnTestClocks) },
    ...(only ? [] : [{ ...chargeExpiry, ...by(claimOverdueCharges) }]),
    { ...chargeExpiry, ...by(claimOverdueChargesOnTestClocks) },
  ];
  let expired = 0;
  for (const work of works) expired += await runDue(deps, work);
  return expired;
}

async function expireDueCharges(tx: TxDeps, due: readonly Owned<OverdueRow>[]): Promise<void> {
  const expired = await expireCharges(tx.db, due);
  const stores = Map.groupBy(expired, ({ tenant }) => `${tenant.storeId} ${String(tenant.devMode)}`);
  for (const [first, ...others] of stores.values()) {
    if (!first) continue;
    const charges = [first, ...others].map(({ charge }) => charge);
    await publishClosed(tx, first.tenant, charges);
  }
}

/** The open charges of a checkout expire with it. */
async function expireDueCheckouts(tx: TxDeps, due: readonly Owned<OverdueRow>[]): Promise<void> {
  for (const { tenant, checkout } of await expireCheckouts(tx.db, due)) await closeExpired(tx, tenant, checkout);
}
