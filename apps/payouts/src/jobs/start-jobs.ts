import { purgeIdempotencyKeys } from '@pitanga/database';
import type { Lifecycle } from '@pitanga/runtime';
import { runJobs, type Job } from '@pitanga/service';
import type { Deps } from '../deps';
import { createPayoutJob } from './payout-job';

/** A commit with events ends a rest; what falls due in a quiet time is found a second later at most. */
const advancePace = { everyMs: 250, restMs: 1_000 };
const purgeEveryMs = 3_600_000;
/** Calls to providers in flight are awaited. */
const stopMs = 15_000;

/** The periodic work of payouts; each job is safe to run in every replica at once. */
export function startJobs(deps: Deps, lifecycle: Lifecycle): void {
  const { db, clock, log } = deps;
  const payouts = createPayoutJob(deps);
  lifecycle.defer('payouts in work', () => payouts.stop(), stopMs);
  const jobs: readonly Job[] = [
    { name: 'advance payouts', ...advancePace, work: () => payouts.run() },
    { name: 'purge idempotency keys', everyMs: purgeEveryMs, work: () => purgeIdempotencyKeys(db, clock.real()) },
  ];
  runJobs({ db, log, lifecycle }, jobs);
}
