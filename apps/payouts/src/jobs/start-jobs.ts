import { purgeIdempotencyKeys } from '@pitanga/database';
import { periodic, type Lifecycle } from '@pitanga/runtime';
import type { Deps } from '../deps';
import { createPayoutJob } from './payout-job';

const advanceEveryMs = 250;
const purgeEveryMs = 3_600_000;
/** Calls to providers in flight are awaited. */
const stopMs = 15_000;

/** The periodic work of payouts; each job is safe to run in every replica at once. */
export function startJobs(deps: Deps, lifecycle: Lifecycle): void {
  const { db, clock, log } = deps;
  const payouts = createPayoutJob(deps);
  lifecycle.defer('payouts in work', () => payouts.stop(), stopMs);
  const jobs = [
    { name: 'advance payouts', everyMs: advanceEveryMs, work: () => payouts.run() },
    { name: 'purge idempotency keys', everyMs: purgeEveryMs, work: () => purgeIdempotencyKeys(db, clock.real()) },
  ];
  for (const { name, everyMs, work } of jobs) {
    const job = periodic(name, everyMs, work, log);
    lifecycle.defer(name, () => job.stop());
  }
}
