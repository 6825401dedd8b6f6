import { isAppError } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { claimSimulatedDisputes } from '../disputes/dispute-repository';
import { openDispute } from '../disputes/dispute-service';

/** Dev mode: opens the disputes whose time has come, each in the transaction that takes it off the list. */
export async function openSimulatedDisputes(deps: Deps): Promise<void> {
  while (await openNext(deps));
}

async function openNext(deps: Deps): Promise<boolean> {
  return inTransaction(deps.db, async (db) => {
    const [due] = await claimSimulatedDisputes(db, deps.clock.real(), 1);
    if (!due) return false;
    try {
      await openDispute({ ...deps, db }, due.tenant, { chargeId: due.chargeId, reason: 'Contestação simulada' });
    } catch (error) {
      // Refunded or disputed by hand meanwhile: there is nothing left to dispute. These refusals come before any write.
      if (!isAppError(error)) throw error;
    }
    return true;
  });
}
