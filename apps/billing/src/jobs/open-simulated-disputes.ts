import { everyTenant, isAppError, type Owned, type Tenant } from '@pitanga/core';
import { refundableAmount } from '../charges/charge-life';
import { findCharge } from '../charges/charge-queries';
import type { Deps, ReadDeps, TxDeps } from '../deps';
import { claimSimulatedDisputes } from '../disputes/dispute-repository';
import { findPendingRefund } from '../refunds/refund-queries';
import { openDispute } from '../returning/decide-dispute';
import { rescheduleSimulatedDispute } from '../returning/simulated-dispute';
import { runDue } from './run-due';

/**
 * Dev mode: opens the due disputes of all stores or of one, each in the transaction that claims it; returns how many.
 */
export async function openSimulatedDisputes(deps: Deps, tenant?: Tenant): Promise<number> {
  return runDue(deps, {
    job: 'SIMULATED_DISPUTE',
    batchSize: 1,
    claim: async (tx, now, limit) => {
      const due = await claimSimulatedDisputes(tx, everyTenant, { now, limit, tenant });
      return due.map((one) => ({ ...one, id: one.chargeId }));
    },
    run: async (txDeps, due) => {
      for (const one of due) await open(txDeps, one);
    },
  });
}

async function open(tx: TxDeps, due: Owned<{ readonly chargeId: string }>): Promise<void> {
  try {
    await openDispute(tx, due.tenant, { chargeId: due.chargeId, reason: 'Contestação simulada' });
  } catch (error) {
    // The charge was refunded or disputed by hand: nothing is left to dispute. These errors come before any write.
    if (!isAppError(error)) throw error;
    if (await isPartUnderWay(tx, due)) await rescheduleSimulatedDispute(tx, due);
  }
}

/** A partial refund is pending: the rest is disputed after it. */
async function isPartUnderWay(
  { db, sealer }: ReadDeps,
  { tenant, chargeId }: { readonly tenant: Tenant; readonly chargeId: string },
): Promise<boolean> {
  const refund = await findPendingRefund(db, tenant, sealer, chargeId);
  if (!refund) return false;
  const charge = await findCharge(db, tenant, chargeId);
  return charge?.status === 'PAID' && refund.amountCents < refundableAmount(charge);
}
