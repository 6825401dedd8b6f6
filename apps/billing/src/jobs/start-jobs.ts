import { purgeIdempotencyKeys, purgeInbox } from '@pitanga/database';
import { periodic, type Lifecycle } from '@pitanga/runtime';
import type { Deps } from '../deps';
import { expireOverdue } from './expire-overdue';

/** Reads show an expiry at once; the facts of it may come this much later. */
const expireEveryMs = 1_000;
const purgeEveryMs = 3_600_000;

/** The periodic work of billing; each job is safe to run in every replica at once. */
export function startJobs(deps: Deps, lifecycle: Lifecycle): void {
  const { db, clock, log } = deps;
  const jobs = [
    { name: 'expire charges and checkouts', everyMs: expireEveryMs, work: () => expireOverdue(deps) },
    { name: 'purge idempotency keys', everyMs: purgeEveryMs, work: () => purgeIdempotencyKeys(db, clock.real()) },
    { name: 'purge inbox', everyMs: purgeEveryMs, work: () => purgeInbox(db, clock.real()) },
  ];
  for (const { name, everyMs, work } of jobs) {
    const job = periodic(name, everyMs, work, log);
    lifecycle.defer(name, () => job.stop());
  }
}
