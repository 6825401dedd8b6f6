import type { CrossTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** How far ahead partitions are created: long enough to notice that the job has stopped. */
const monthsAhead = 3;

/**
 * Creates the missing partitions of `entries` up to three months after `now` (real time); returns how many. Inserting
 * an entry of a month without one fails. Does not block writers, and any number of replicas may run it at once.
 */
export async function createEntryPartitions(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  const through = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1));
  const { rows } = await db.raw<{ rows: { created: number }[] }>(
    'select create_entry_partitions(cast(:through as date)) as created',
    { through: through.toISOString().slice(0, 10) },
  );
  return rows[0]?.created ?? 0;
}
