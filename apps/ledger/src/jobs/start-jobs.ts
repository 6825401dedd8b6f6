import { purgeIdempotencyKeys } from '@pitanga/database';
import { periodic, type Lifecycle, type Log } from '@pitanga/runtime';
import type { Deps } from '../deps';
import { sweepErasures } from '../booking/erase-customer';
import { makeEntryPartitions } from '../journals/entry-partition-repository';
import { settleDue } from '../booking/settle-parts';

/** Money is available at most this much after it is due. */
const settleEveryMs = 1_000;
const sweepEveryMs = 60_000;
const partitionsEveryMs = 3_600_000;
const purgeEveryMs = 3_600_000;

/** The periodic work on the books; each job is safe to run in every replica at once. */
export function startJobs(deps: Deps, log: Log, lifecycle: Lifecycle): void {
  const jobs = [
    { name: 'settle due parts', everyMs: settleEveryMs, work: () => settleDue(deps, deps.clock.real()) },
    { name: 'sweep erasures', everyMs: sweepEveryMs, work: () => sweepErasures(deps) },
    {
      name: 'purge idempotency keys',
      everyMs: purgeEveryMs,
      work: () => purgeIdempotencyKeys(deps.db, deps.clock.real()),
    },
    {
      name: 'make entry partitions',
      everyMs: partitionsEveryMs,
      work: () => makeEntryPartitions(deps.db, deps.clock.real()),
    },
  ];
  for (const { name, everyMs, work } of jobs) {
    const job = periodic(name, everyMs, work, log);
    lifecycle.defer(name, () => job.stop());
  }
}
