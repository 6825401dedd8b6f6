import { everyTenant } from '@pitanga/core';
import { purgeIdempotencyKeys } from '@pitanga/database';
import type { Lifecycle, Log } from '@pitanga/runtime';
import { runJobs, type Job } from '@pitanga/service';
import { sweepErasures } from '../booking/erase-customer';
import { settleDue } from '../booking/settle-parts';
import type { Deps } from '../deps';
import { createEntryPartitions } from '../journals/entry-partition-repository';

/** Money becomes available at most `restMs` after it is due. */
const settlePace = { everyMs: 1_000, restMs: 4_000 };
const sweepEveryMs = 60_000;
const partitionsEveryMs = 3_600_000;
const purgeEveryMs = 3_600_000;

/** Starts the periodic work; every job may run in all replicas at once. */
export function startJobs(deps: Deps, log: Log, lifecycle: Lifecycle): void {
  const { db, clock } = deps;
  const jobs: readonly Job[] = [
    { name: 'settle due parts', ...settlePace, work: () => settleDue(deps, everyTenant, clock.real()) },
    { name: 'sweep erasures', everyMs: sweepEveryMs, work: () => sweepErasures(deps, everyTenant) },
    { name: 'purge idempotency keys', everyMs: purgeEveryMs, work: () => purgeIdempotencyKeys(db, clock.real()) },
    {
      name: 'make entry partitions',
      everyMs: partitionsEveryMs,
      work: () => createEntryPartitions(db, everyTenant, clock.real()),
    },
  ];
  runJobs({ db, log, lifecycle }, jobs);
}
