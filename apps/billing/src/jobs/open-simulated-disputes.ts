import { isAppError, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { claimSimulatedDisputes } from '../disputes/dispute-repository';
import { openDispute } from '../disputes/dispute-service';

/**
 * Dev mode: opens the disputes whose time has come, of all stores or of one, each in the transaction that takes it off
 * the list; answers how many.
 */
export async function openSimulatedDisputes(deps: Deps, tenant?: Tenant): Promise<number> {
  let opened = 0;
  while (await openNext(deps, tenant)) opened += 1;
  return opened;
}

async function openNext(deps: Deps, tenant: Tenant | undefined): Promise<boolean> {
  return inTransaction(deps.db, async (db) => {
    const [due] = await claimSimulatedDisputes(db, deps.clock.real(), 1, tenant);
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
