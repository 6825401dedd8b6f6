import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { tryAdvanceRefund } from '../refunds/advance-refund';
import { findRefund } from '../refunds/refund-queries';
import { claimDueRefunds } from '../refunds/refund-repository';

const batchSize = 20;
/** Longer than a provider may take to answer: a live worker is never joined by another. */
const leaseMs = 60_000;

/** Does the next step of every refund that is due, a batch at a time; several replicas share the work. */
export async function advanceDueRefunds(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.real();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const due = await inTransaction(deps.db, (db) => claimDueRefunds(db, now, leaseUntil, batchSize));
    await Promise.all(
      due.map(async ({ tenant, id }) => {
        const refund = await findRefund(deps.db, tenant, deps.sealer, id);
        if (refund) await tryAdvanceRefund(deps, tenant, refund);
      }),
    );
    if (due.length < batchSize) return;
  }
}
