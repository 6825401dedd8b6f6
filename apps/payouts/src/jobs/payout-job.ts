import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { tryPayoutStep } from '../paying-out/run-payout-step';
import { findActivePayout } from '../payouts/payout-queries';
import { claimDuePayouts } from '../payouts/payout-repository';

const inWorkMax = 100;
/** Longer than a provider may take to answer: a live worker is never joined by another. */
const leaseMs = 60_000;
/** A provider that hangs keeps its own payouts waiting, not those of other stores. */
const patienceMs = 500;

export interface PayoutJob {
  /** Does the next step of every payout that is due; returns when they are done, or soon after without the slow ones. */
  run(): Promise<void>;
  /** Waits for what was begun. */
  stop(): Promise<void>;
}

/** Replicas share the work: a payout is in the hands of one of them. */
export function createPayoutJob(deps: Deps): PayoutJob {
  const inWork = new Set<Promise<void>>();

  async function claim(): Promise<readonly Promise<void>[]> {
    const now = deps.clock.real();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const free = inWorkMax - inWork.size;
    if (free === 0) return [];
    const due = await inTransaction(deps.db, (db) => claimDuePayouts(db, now, leaseUntil, free));
    return due.map(({ tenant, id }) => {
      const work = (async () => {
        const payout = await findActivePayout(deps.db, tenant, deps.sealer, id);
        if (payout) await tryPayoutStep(deps, tenant, payout);
      })().catch((error: unknown) => {
        // The lease ends and the payout comes again.
        deps.log.error({ err: error, payoutId: id }, 'payout step failed');
      });
      inWork.add(work);
      void work.then(() => inWork.delete(work));
      return work;
    });
  }

  return {
    run: async () => {
      const begun = await claim();
      if (begun.length === 0) return;
      await Promise.race([Promise.all(begun), delay(patienceMs, undefined, { ref: false })]);
    },
    stop: async () => {
      await Promise.all(inWork);
    },
  };
}
