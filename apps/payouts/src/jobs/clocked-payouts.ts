import type { StoreClock, ClockedWork } from '@pitanga/store-clock';
import type { Deps } from '../deps';
import { tryPayoutStep } from '../paying-out/run-payout-step';
import { findNextRun, findActivePayout } from '../payouts/payout-queries';
import { claimPayoutsOf, shiftPayouts } from '../payouts/payout-repository';

/** Longer than the simulator takes, which answers at once. */
const leaseMs = 60_000;
const batchSize = 100;

/**
 * The simulator's two seconds before a payout ends are real time, but nobody who advances a clock by a month wants to
 * wait for them: they count as due, and pass with the advance.
 */
export function clockedPayouts(deps: Deps & { readonly clock: StoreClock }): ClockedWork {
  const { db, clock } = deps;
  return {
    nextDue: async (tenant, until, after = clock.now(tenant)) => {
      const offsetMs = clock.offsetMs(tenant);
      const realOf = (at: Date): Date => new Date(at.getTime() - offsetMs);
      const runAt = await findNextRun(db, tenant, realOf(after), realOf(until));
      return runAt && new Date(runAt.getTime() + offsetMs);
    },
    shift: shiftPayouts,
    runDue: async (tenant) => {
      const now = clock.real();
      const ids = await claimPayoutsOf(db, tenant, now, new Date(now.getTime() + leaseMs), batchSize);
      for (const id of ids) {
        const payout = await findActivePayout(db, tenant, deps.sealer, id);
        if (payout) await tryPayoutStep(deps, tenant, payout);
      }
      return ids.length;
    },
  };
}
