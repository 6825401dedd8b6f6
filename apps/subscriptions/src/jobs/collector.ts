import { everyTenant } from '@pitanga/core';
import { claimWork, runWork } from '../subscribing/run-work';
import type { Deps } from '../deps';
import { claimDueSubscriptions } from '../subscriptions/subscription-repository';

/** In flight at billing at once from one process; billing has its own limits, and a slow call must not delay others. */
const inFlightMax = 64;
/** Claimed in one transaction: few enough that its locks are short, enough that its cost is shared. */
const batchSize = 32;

export interface Collector {
  /** Claims what is due below the limit of calls in flight; returns before the last of it is done. */
  run(): Promise<void>;
  /** Waits for the calls in flight. */
  drained(): Promise<void>;
}

/** Runs the due work of all stores; several replicas share it. */
export function createCollector(deps: Deps): Collector {
  const inFlight = new Set<Promise<void>>();

  async function runBatch(limit: number): Promise<number> {
    const claimed = await claimWork(deps, (tx) => claimDueSubscriptions(tx, everyTenant, deps.clock.real(), limit));
    for (const work of claimed) {
      const done = runWork(deps, work).finally(() => inFlight.delete(done));
      inFlight.add(done);
    }
    return claimed.length;
  }

  return {
    async run() {
      for (;;) {
        while (inFlight.size > inFlightMax - batchSize) await Promise.race(inFlight);
        if ((await runBatch(batchSize)) < batchSize) return;
      }
    },
    async drained() {
      await Promise.all(inFlight);
    },
  };
}
