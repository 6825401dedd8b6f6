import { everyTenant } from '@pitanga/core';
import { backgroundWork } from '@pitanga/runtime';
import { claimWork } from '../subscribing/claim-work';
import { runAll } from '../subscribing/run-work';
import type { Deps } from '../deps';
import { findOldestDue } from '../subscriptions/subscription-queries';
import { claimDueSubscriptions } from '../subscriptions/subscription-repository';

/** In flight at billing at once from one process: a slow call must not delay others. */
const batchesMax = 2;
/** Claimed, collected and recorded together: few enough that locks are short, enough that the cost is shared. */
const batchSize = 64;

export interface Collector {
  /** Claims what is due below the limit of calls in flight; returns how much, before the last of it is done. */
  run(): Promise<number>;
  /** Waits for the calls in flight. */
  drained(): Promise<void>;
}

/** Runs the due work of all stores; several replicas share it. */
export function createCollector(deps: Deps): Collector {
  const batches = backgroundWork('a batch of due work', batchesMax, deps.log);

  async function claimBatch(): Promise<number> {
    await batches.hasRoom();
    const claimed = await claimWork(deps, (tx) => claimDueSubscriptions(tx, everyTenant, deps.clock.real(), batchSize));
    void batches.start(() => runAll(deps, claimed));
    return claimed.length;
  }

  return {
    async run() {
      // Mostly nothing is: one statement instead of a transaction.
      if ((await findOldestDue(deps.db, everyTenant, deps.clock.real())) === undefined) return 0;
      for (let total = 0; ;) {
        const claimed = await claimBatch();
        total += claimed;
        if (claimed < batchSize) return total;
      }
    },
    drained: () => batches.drained(),
  };
}
