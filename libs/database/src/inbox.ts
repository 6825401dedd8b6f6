import type { Db, Tx } from './connect';
import { deleteInBatches, type PurgeLimits } from './purge';

/** Longer than the retention of any topic, so that a replay from the first offset finds its rows. */
const retention = "interval '30 days'";

/**
 * Inserts the ids of events that `consumer` applies, and returns the new ones. Called in the transaction of the effect,
 * it makes the effect happen exactly once, however often Kafka delivers the event. A concurrent transaction with the
 * same event waits for the first.
 */
export async function acceptNew(
  tx: Tx,
  consumer: string,
  eventIds: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  // Sorted, so that two members of a group with overlapping batches cannot deadlock.
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

/** Whether `consumer` has applied all of these events. */
export async function hasAccepted(db: Db, consumer: string, eventIds: readonly string[]): Promise<boolean> {
  const { rows } = await db
    .raw<{ rows: { count: number }[] }>(
      'select count(*)::integer as count from inbox where consumer = ? and event_id = any(?::text[])',
      [consumer, [...eventIds]],
    )
    .options({ name: 'inbox_has_accepted' });
  return rows[0]?.count === new Set(eventIds).size;
}

/** Deletes rows older than 30 days in batches; returns how many. */
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
