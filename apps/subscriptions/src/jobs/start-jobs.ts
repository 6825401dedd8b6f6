import { everyTenant } from '@pitanga/core';
import { purgeIdempotencyKeys } from '@pitanga/database';
import { periodic, type Lifecycle } from '@pitanga/runtime';
import type { Deps } from '../deps';
import { announceRenewals } from '../subscribing/announce-renewals';
import { sweepErasures } from '../subscribing/erase-person';
import { createCollector } from './collector';
import { watchBacklog } from './watch-backlog';

/** Most delay of a due charge, below the limit of calls in flight. */
const collectEveryMs = 250;
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
  const jobs = [
    { name: 'collect due cycles', everyMs: collectEveryMs, work: () => collector.run() },
    { name: 'announce renewals', everyMs: announceEveryMs, work: () => announceRenewals(deps, everyTenant) },
    { name: 'watch the backlog', everyMs: watchEveryMs, work: () => watchBacklog(deps) },
    { name: 'sweep erasures', everyMs: sweepEveryMs, work: () => sweepErasures(deps, everyTenant) },
    { name: 'purge idempotency keys', everyMs: purgeEveryMs, work: () => purgeIdempotencyKeys(db, clock.real()) },
  ];
  for (const { name, everyMs, work } of jobs) {
    const job = periodic(name, everyMs, work, log);
    lifecycle.defer(name, () => job.stop());
  }
}
