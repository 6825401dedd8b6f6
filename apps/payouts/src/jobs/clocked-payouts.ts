import type { Tenant } from '@pitanga/core';
import type { StoreClock, ClockedWork } from '@pitanga/store-clock';
import type { Deps } from '../deps';
import { tryPayoutStep } from '../paying-out/run-payout-step';
import { findActivePayout, findNextRun } from '../payouts/payout-queries';
import { claimDuePayoutsOfStore, shiftPayouts } from '../payouts/payout-repository';

/** Longer than the simulator takes, which answers at once. */
const leaseMs = 60_000;
const batchSize = 100;

/** The simulator's two seconds before a payout ends are real time, but pass with the test clock: they count as due. */
export function clockedPayouts(deps: Deps & { readonly clock: StoreClock }): ClockedWork {
  const { db, clock } = deps;
  return {
    nextDue: async (tenant, until, after = clock.now(tenant)) => {
      const offsetMs = clock.offsetMs(tenant);
      const toReal = (at: Date): Date => new Date(at.getTime() - offsetMs);
      const runAt = await findNextRun(db, tenant, toReal(after), toReal(until));
      return runAt && new Date(runAt.getTime() + offsetMs);
    },
    shift: shiftPayouts,
    runDue: (tenant) => runDue(deps, tenant),
  };
}

async function runDue(deps: Deps, tenant: Tenant): Promise<number> {
  const now = deps.clock.real();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const ids = await claimDuePayoutsOfStore(deps.db, tenant, { now, leaseUntil }, batchSize);
  for (const id of ids) {
    const payout = await findActivePayout(deps.db, tenant, deps.sealer, id);
    if (payout) await tryPayoutStep(deps, tenant, payout);
  }
  return ids.length;
}
