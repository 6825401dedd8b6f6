import { everyTenant, type Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { findRefund } from '../refunds/refund-queries';
import { claimDueRefunds } from '../refunds/refund-repository';
import { tryRefundStep } from '../returning/run-refund-step';

const batchSize = 20;
/** Longer than a provider may take to answer: a live worker is never joined by another. */
const leaseMs = 60_000;

/**
 * Does the next step of every refund that is due, or of one store's, a batch at a time; answers how many. Several
 * replicas share the work.
 */
export async function advanceDueRefunds(deps: Deps, tenant?: Tenant): Promise<number> {
  for (let total = 0; ;) {
    const now = deps.clock.real();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const due = await claimDueRefunds(deps.db, everyTenant, { now, leaseUntil, limit: batchSize, tenant });
    await Promise.all(
      due.map(async ({ tenant: owner, id }) => {
        const refund = await findRefund(deps.db, owner, deps.sealer, id);
        if (refund) await tryRefundStep(deps, owner, refund);
      }),
    );
    total += due.length;
    if (due.length < batchSize) return total;
  }
}
