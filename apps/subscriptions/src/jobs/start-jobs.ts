import { everyTenant } from '@pitanga/core';
import { purgeIdempotencyKeys } from '@pitanga/database';
import type { Lifecycle } from '@pitanga/runtime';
import { runJobs, type Job } from '@pitanga/service';
import type { Deps } from '../deps';
import { announceRenewals } from '../subscribing/announce-renewals';
import { sweepErasures } from '../subscribing/erase-person';
import { findOldestDue } from '../subscriptions/subscription-queries';
import { createCollector } from './collector';

/** Most delay of a due charge, below the limit of calls in flight: `everyMs` while there are any, and `restMs` at rest. */
const collectPace = { everyMs: 250, restMs: 1_000 };
const announceEveryMs = 15_000;
const watchEveryMs = 5_000;
const sweepEveryMs = 60_000;
const purgeEveryMs = 3_600_000;

/** The periodic work of subscriptions; each job is safe to run in every replica at once. */
export function startJobs(deps: Deps, lifecycle: Lifecycle): void {
  const { db, clock, log } = deps;
  const collector = createCollector(deps);
  // Stops after the job that fills it, and before the database it writes to.
  lifecycle.defer('charges under way', () => collector.drained());
  const jobs: readonly Job[] = [
    { name: 'collect due cycles', ...collectPace, work: () => collector.run() },
    { name: 'announce renewals', everyMs: announceEveryMs, work: () => announceRenewals(deps, everyTenant) },
    { name: 'watch the backlog', everyMs: watchEveryMs, work: () => watchBacklog(deps) },
    { name: 'sweep erasures', everyMs: sweepEveryMs, work: () => sweepErasures(deps, everyTenant) },
    { name: 'purge idempotency keys', everyMs: purgeEveryMs, work: () => purgeIdempotencyKeys(db, clock.real()) },
  ];
  runJobs({ db, log, lifecycle }, jobs);
}

/** Measures how long the oldest due work has waited; more than a minute means that no collector runs. */
export async function watchBacklog({ db, clock, metrics }: Deps): Promise<void> {
  const now = clock.real();
  const oldest = await findOldestDue(db, everyTenant, now);
  metrics.backlogAge.set(oldest ? (now.getTime() - oldest.getTime()) / 1_000 : 0);
}
