import { everyTenant, isAppError, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { refundableAmount } from '../charges/charge-life';
import { findCharge } from '../charges/charge-queries';
import type { Deps } from '../deps';
import { claimSimulatedDisputes } from '../disputes/dispute-repository';
import { findPendingRefund } from '../refunds/refund-queries';
import { openDispute } from '../returning/decide-dispute';
import { rescheduleSimulatedDispute } from '../returning/simulated-dispute';

/**
 * Dev mode: opens the due disputes of all stores or of one, each in the transaction that claims it; returns how many.
 */
export async function openSimulatedDisputes(deps: Deps, tenant?: Tenant): Promise<number> {
  let opened = 0;
  while (await openNext(deps, tenant)) opened += 1;
  return opened;
}

async function openNext(deps: Deps, tenant: Tenant | undefined): Promise<boolean> {
  return inTransaction(deps.db, async (db) => {
    const [due] = await claimSimulatedDisputes(db, everyTenant, { now: deps.clock.real(), limit: 1, tenant });
    if (!due) return false;
    try {
      await openDispute({ ...deps, db }, due.tenant, { chargeId: due.chargeId, reason: 'Contestação simulada' });
    } catch (error) {
      // The charge was refunded or disputed by hand: nothing is left to dispute. These errors come before any write.
      if (!isAppError(error)) throw error;
      if (await isPartUnderWay({ ...deps, db }, due)) await rescheduleSimulatedDispute({ ...deps, db }, due);
    }
    return true;
  });
}

/** A partial refund is pending: the rest is disputed after it. */
async function isPartUnderWay(
  { db, sealer }: Deps,
  { tenant, chargeId }: { readonly tenant: Tenant; readonly chargeId: string },
): Promise<boolean> {
  const refund = await findPendingRefund(db, tenant, sealer, chargeId);
  if (!refund) return false;
  const charge = await findCharge(db, tenant, chargeId);
  return charge?.status === 'PAID' && refund.amountCents < refundableAmount(charge);
}
