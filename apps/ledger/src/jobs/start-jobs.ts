import { everyTenant } from '@pitanga/core';
import { purgeIdempotencyKeys } from '@pitanga/database';
import { periodic, type Lifecycle, type Log } from '@pitanga/runtime';
import { sweepErasures } from '../booking/erase-customer';
import { settleDue } from '../booking/settle-parts';
import type { Deps } from '../deps';
import { createEntryPartitions } from '../journals/entry-partition-repository';

/** Money becomes available at most this much after it is due. */
const settleEveryMs = 1_000;
const sweepEveryMs = 60_000;
const partitionsEveryMs = 3_600_000;
const purgeEveryMs = 3_600_000;

/** Starts the periodic work; every job may run in all replicas at once. */
export function startJobs(deps: Deps, log: Log, lifecycle: Lifecycle): void {
  const { db, clock } = deps;
  const jobs = [
    { name: 'settle due parts', everyMs: settleEveryMs, work: () => settleDue(deps, everyTenant, clock.real()) },
    { name: 'sweep erasures', everyMs: sweepEveryMs, work: () => sweepErasures(deps, everyTenant) },
    { name: 'purge idempotency keys', everyMs: purgeEveryMs, work: () => purgeIdempotencyKeys(db, clock.real()) },
    {
      name: 'make entry partitions',
      everyMs: partitionsEveryMs,
      work: () => createEntryPartitions(db, everyTenant, clock.real()),
    },
  ];
  for (const { name, everyMs, work } of jobs) {
    const job = periodic(name, everyMs, work, log);
    lifecycle.defer(name, () => job.stop());
  }
}
