import type { Db } from '@pitanga/database';

/** How far ahead of now there are partitions: a quarter in which somebody may notice that none is made any more. */
const monthsAhead = 3;

/**
 * Makes the partitions of `entries` that are missing up to three months after `now` (real time); answers how many.
 * Entries of a month without one could not be written. Writers do not wait for it, and any number of replicas may
 * run it at once.
 */
// eslint-disable-next-line pitanga/tenant-first -- makes tables, which belong to nobody
export async function makeEntryPartitions(db: Db, now: Date): Promise<number> {
  const through = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1));
  const { rows } = await db.raw<{ rows: { made: number }[] }>('select create_entry_partitions(?::date) as made', [
    through.toISOString().slice(0, 10),
  ]);
  return rows[0]?.made ?? 0;
}
