import { setTimeout as delay } from 'node:timers/promises';
import { everyTenant, type Tenant } from '@pitanga/core';
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
  const inFlight = new Set<Promise<void>>();

  async function claim(): Promise<readonly Promise<void>[]> {
    const now = deps.clock.real();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const free = inFlightMax - inFlight.size;
    if (free === 0) return [];
    const due = await claimDuePayouts(deps.db, everyTenant, { now, leaseUntil }, free);
    return due.map(({ tenant, id }) => {
      const work = runClaimed(deps, tenant, id);
      inFlight.add(work);
      void work.then(() => inFlight.delete(work));
      return work;
    });
  }

  return {
    run: async () => {
      const begun = await claim();
      if (begun.length > 0) await Promise.race([Promise.all(begun), delay(runMsMax, undefined, { ref: false })]);
      return begun.length;
    },
    stop: async () => {
      await Promise.all(inFlight);
    },
  };
}

async function runClaimed(deps: Deps, tenant: Tenant, id: string): Promise<void> {
  try {
    const payout = await findActivePayout(deps.db, tenant, deps.sealer, id);
    if (payout) await tryPayoutStep(deps, tenant, payout);
  } catch (error) {
    // The payout is claimed again when the lease ends.
    deps.log.error({ err: error, payoutId: id }, 'payout step failed');
  }
}
