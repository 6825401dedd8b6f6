import type { Db } from './connect';
import { deleteInBatches, type PurgeLimits } from './purge';

/** Longer than any topic keeps a fact, so a replay from the first offset still finds its row. */
const retention = "interval '30 days'";

/**
 * Records that `consumer` handles these events and answers the ids it sees for the first time. Call it in the
 * transaction of the effect: then an event's effect happens exactly once, however often Kafka brings it.
 * A second transaction with the same event waits for the first.
 */
export async function acceptNew(
  tx: Db,
  consumer: string,
  eventIds: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  // Sorted, so that two members of a group that hold overlapping batches cannot deadlock.
  const ids = [...new Set(eventIds)].sort();
  if (ids.length === 0) return new Set();
  const { rows } = await tx
    .raw<{ rows: { event_id: string }[] }>(
      `insert into inbox (consumer, event_id, received_at)
       select ?::text, event_id, ?::timestamptz from unnest(?::text[]) as batch (event_id)
       on conflict (consumer, event_id) do nothing
       returning event_id`,
      [consumer, at, ids],
    )
    .options({ name: 'inbox_accept' });
  return new Set(rows.map((row) => row.event_id));
}

/** Deletes rows older than 30 days, a batch at a time; answers how many. For a periodic job. */
export async function purgeInbox(db: Db, now: Date, limits?: PurgeLimits): Promise<number> {
  return deleteInBatches(
    db,
    `delete from inbox where (consumer, event_id) in (
       select consumer, event_id from inbox
       where received_at < ?::timestamptz - ${retention} order by received_at limit ? for update skip locked)`,
    now,
    limits,
  );
}
