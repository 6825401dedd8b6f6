import { setTimeout as delay } from 'node:timers/promises';
import type { Tenant } from '@pitanga/core';
import type { ClockedWork } from '@pitanga/store-clock';
import { claimWork, doWork } from '../subscribing/collect-due';
import type { Deps } from '../deps';
import { findNextDue, hasWorkUnderWay } from '../subscriptions/subscription-queries';
import { claimDueOfStore, shiftWaiting } from '../subscriptions/subscription-repository';

const batchSize = 32;
const pollMs = 10;
/** Work whose outcome nobody knows comes back with its lease; an advance does not wait that long. */
const waitMsMax = 10_000;

/**
 * What the test clock of a store moves here: charges, trials and retries. What is due is done as the scheduler does
 * it, and what the scheduler has taken is waited for.
 */
export function clockedCycles(deps: Deps): ClockedWork {
  return {
    nextDue: (tenant, until, after = deps.clock.now(tenant)) => findNextDue(deps.db, tenant, after, until),
    shift: shiftWaiting,
    runDue: async (tenant) => {
      let done = 0;
      for (let waitedMs = 0; waitedMs < waitMsMax;) {
        const taken = await runBatch(deps, tenant);
        done += taken;
        if (taken > 0) continue;
        if (!(await hasWorkUnderWay(deps.db, tenant, deps.clock.real()))) break;
        await delay(pollMs);
        waitedMs += pollMs;
      }
      return done;
    },
  };
}

async function runBatch(deps: Deps, tenant: Tenant): Promise<number> {
  const times = { storeNow: deps.clock.now(tenant), now: deps.clock.real() };
  const claimed = await claimWork(deps, (db) => claimDueOfStore(db, tenant, times, batchSize));
  await Promise.all(claimed.map((work) => doWork(deps, work)));
  return claimed.filter(({ subscription, isPassed }) => isPassed || subscription.step !== 'WAIT').length;
}
