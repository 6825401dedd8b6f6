import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutboundEvent } from '@pitanga/contracts';
import { unavailable } from '@pitanga/core';
import {
  createBatchQueue,
  databaseFailure,
  outboxBindings,
  type BatchQueue,
  type Db,
  type Row,
} from '@pitanga/database';

/**
 * Inserts the events of `:events`, {@link eventRows}, that belong to a row of `from`, in their order. All are one parameter,
 * so that one text, planned once a connection, serves any number of them.
 */
export function eventsInsertSql(from: string): string {
  return `
  insert into outbox (event_id, topic, key, type, payload, headers, occurred_at, recorded_at)
  select outbox_event_id, outbox_topic, outbox_key, outbox_type, outbox_payload, outbox_headers::json, outbox_occurred_at,
    outbox_recorded_at
  from rows from (json_to_recordset(cast(:events as json)) as (row_id text, outbox_event_id text, outbox_topic text,
    outbox_key text, outbox_type text, outbox_payload text, outbox_headers text, outbox_occurred_at timestamptz,
    outbox_recorded_at timestamptz)) with ordinality as e
  join ${from} on ${from}.id = e.row_id order by e.ordinality`;
}

/** The events that are published if the row with this id is written. */
export function eventRows(id: string, events: readonly OutboundEvent[], recordedAt: Date): readonly Row[] {
  return events.map((event) => ({ row_id: id, ...outboxBindings(event, recordedAt) }));
}

/** Half a second of work: what is refused is refused before its deadline. */
const queuedMax = 500;
const batchMax = 64;
/** One encodes while the other waits for PostgreSQL. */
const writers = 2;

/** A batch belongs to the trace and request of none of its callers. */
const withoutContext = AsyncLocalStorage.snapshot();

/**
 * Writes of concurrent requests that share a statement and its commit, in a queue for each pool. `write` may be called
 * again with what it has written, after an answer was lost.
 */
export function sharedWrites<T>(
  write: (pool: Db, items: readonly T[]) => Promise<unknown>,
): (pool: Db) => BatchQueue<T> {
  // Keyed weakly, so that nothing outlives its pool.
  const queues = new WeakMap<Db, BatchQueue<T>>();
  return (pool) => {
    const known = queues.get(pool);
    if (known) return known;
    const queue = createBatchQueue<T>({
      queuedMax,
      batchMax,
      writers,
      size: () => 1,
      write: async (items) => {
        await withoutContext(() => write(pool, items));
        return [];
      },
      isPermanent: (error) => databaseFailure(error) === undefined,
      busy: () => unavailable('The service is busy; try again.', 'DATABASE_BUSY'),
    });
    queues.set(pool, queue);
    return queue;
  };
}
