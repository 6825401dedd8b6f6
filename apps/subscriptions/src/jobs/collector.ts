import { claimWork, doWork } from '../subscribing/collect-due';
import type { Deps } from '../deps';
import { claimDueSubscriptions } from '../subscriptions/subscription-repository';

/** Asked at once by one process; billing has its own limits, and a slow call must not keep the others waiting. */
const underWayMax = 64;
/** Claimed in one transaction: few enough that its locks are short, enough that its cost is shared. */
const batchSize = 32;

export interface Collector {
  /** Takes what is due as long as there is room for it, and answers without waiting for the last of it. */
  run(): Promise<void>;
  /** Waits for what was taken. */
  drained(): Promise<void>;
}

/** Does the due work of all stores; several replicas share it. */
export function createCollector(deps: Deps): Collector {
  const underWay = new Set<Promise<void>>();

  async function take(limit: number): Promise<number> {
    const claimed = await claimWork(deps, (db) => claimDueSubscriptions(db, deps.clock.real(), limit));
    for (const work of claimed) {
      const done = doWork(deps, work).finally(() => underWay.delete(done));
      underWay.add(done);
    }
    return claimed.length;
  }

  return {
    async run() {
      for (;;) {
        while (underWay.size > underWayMax - batchSize) await Promise.race(underWay);
        if ((await take(batchSize)) < batchSize) return;
      }
    },
    async drained() {
      await Promise.all(underWay);
    },
  };
}
