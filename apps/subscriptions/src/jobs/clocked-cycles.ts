import { setTimeout as delay } from 'node:timers/promises';
import type { Tenant } from '@pitanga/core';
import type { ClockedWork } from '@pitanga/store-clock';
import { announceRenewalsOfStore } from '../subscribing/announce-renewals';
import { isActionDue } from '../cycles/due-action';
import { claimWork } from '../subscribing/claim-work';
import { runAll } from '../subscribing/run-work';
import type { Deps } from '../deps';
import { findNextAnnouncement } from '../subscriptions/announcement-repository';
import { findNextDue, hasWorkInFlight } from '../subscriptions/subscription-queries';
import { claimDueOfStore, shiftWaiting } from '../subscriptions/subscription-repository';

const batchSize = 64;
const pollMs = 10;
/** Work with an unknown outcome is claimed again when its lease ends; an advance of the clock does not wait that long. */
const waitMsMax = 10_000;

/**
 * What falls due with the test clock of a store: charges, trials, retries and their announcements. Due work is run as by the collector, and
 * work that the collector has claimed is awaited.
 */
export function clockedCycles(deps: Deps): ClockedWork {
  return {
    nextDue: async (tenant, until, after = deps.clock.now(tenant)) => {
      const due = await findNextDue(deps.db, tenant, after, until);
      return (await findNextAnnouncement(deps.db, tenant, after, due ?? until)) ?? due;
    },
    shift: shiftWaiting,
    runDue: async (tenant) => {
      let done = await announceRenewalsOfStore(deps, tenant);
      for (let waitedMs = 0; waitedMs < waitMsMax;) {
        const ran = await runBatch(deps, tenant);
        done += ran;
        if (ran > 0) continue;
        if (!(await hasWorkInFlight(deps.db, tenant, deps.clock.real()))) break;
        await delay(pollMs);
        waitedMs += pollMs;
      }
      return done;
    },
  };
}

async function runBatch(deps: Deps, tenant: Tenant): Promise<number> {
  const times = { storeNow: deps.clock.now(tenant), now: deps.clock.real() };
  const claimed = await claimWork(deps, (tx) => claimDueOfStore(tx, tenant, times, batchSize));
  await runAll(deps, claimed);
  return claimed.filter(({ subscription }) => subscription.step !== 'WAIT' || isActionDue(subscription)).length;
}
