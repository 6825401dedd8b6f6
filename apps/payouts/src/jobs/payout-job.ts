import { setTimeout as delay } from 'node:timers/promises';
import { everyTenant, type Tenant } from '@pitanga/core';
import { backgroundWork } from '@pitanga/runtime';
import type { Deps } from '../deps';
import { tryPayoutStep } from '../paying-out/run-payout-step';
import { findActivePayout } from '../payouts/payout-queries';
import { claimDuePayouts } from '../payouts/payout-repository';

const inFlightMax = 100;
/** Longer than a provider may take to answer, so that two live workers never run the same payout. */
const leaseMs = 60_000;
/** A provider that hangs delays its own payouts, not those of other stores. */
const runMsMax = 500;

export interface PayoutJob {
  /**
   * Runs the next step of every payout that is due; returns how many when they are done, or soon after without the slow
   * ones.
   */
  run(): Promise<number>;
  /** Waits for the steps in flight. */
  stop(): Promise<void>;
}

/** Replicas share the work: each payout is claimed by one of them. */
export function createPayoutJob(deps: Deps): PayoutJob {
  const steps = backgroundWork('a step of a payout', inFlightMax, deps.log);

  return {
    run: async () => {
      const free = steps.free();
      if (free === 0) return 0;
      const now = deps.clock.real();
      const leaseUntil = new Date(now.getTime() + leaseMs);
      const due = await claimDuePayouts(deps.db, everyTenant, { now, leaseUntil }, free);
      // One that fails is claimed again when its lease ends.
      const begun = due.map(({ tenant, id }) => steps.start(() => runClaimed(deps, tenant, id), { payoutId: id }));
      if (begun.length > 0) await Promise.race([Promise.all(begun), delay(runMsMax, undefined, { ref: false })]);
      return begun.length;
    },
    stop: () => steps.drained(),
  };
}

async function runClaimed(deps: Deps, tenant: Tenant, id: string): Promise<void> {
  const payout = await findActivePayout(deps.db, tenant, deps.sealer, id);
  if (payout) await tryPayoutStep(deps, tenant, payout);
}
