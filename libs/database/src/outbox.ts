import { context, propagation } from '@opentelemetry/api';
import { eventCatalogue, type OutboundEvent } from '@pitanga/contracts';
import type { Db } from './connect';
import { outboxAppended } from './transaction';

/** An event waiting to be published; rows are published in the order of `id`. */
export interface OutboxRow {
  readonly id: number;
  readonly eventId: string;
  readonly topic: string;
  readonly key: string;
  readonly type: string;
  /** The event's JSON, published byte for byte. */
  readonly payload: string;
  /** Trace context of the transaction that appended it, for the span of publishing. */
  readonly traceparent: string | undefined;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
}

/** The cells of one outbox row, in the order of its columns. */
export type OutboxValues = readonly [
  eventId: string,
  topic: string,
  key: string,
  type: string,
  payload: string,
  headers: string,
  occurredAt: Date,
  recordedAt: Date,
];

/** Any constant: the lock of this database's relay. */
const relayLockId = 7_415_084;
/** Kafka refuses a batch of one partition over 1 MiB; this leaves room for the keys and headers of 500 events. */
const takenBytesMax = 512 * 1024;
/** Up to this number of events has a prepared statement, which is planned once a connection. */
const preparedRowsMax = 4;
const columns = 'event_id, topic, key, type, payload, headers, occurred_at, recorded_at';

/**
 * Appends events to the outbox in the caller's transaction, in the given order, with the active trace context: they are
 * published if and only if the transaction commits. To keep the order of one aggregate's events, lock or update the
 * aggregate's row before. `recordedAt` is real time (`clock.real()`).
 */
export async function appendEvents(db: Db, events: readonly OutboundEvent[], recordedAt: Date): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => outboxRow(event, recordedAt));
  const placeholders = rows.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
  await db
    .raw(`insert into outbox (${columns}) values ${placeholders}`, rows.flat())
    .options(rows.length <= preparedRowsMax ? { name: `outbox_append_${String(rows.length)}` } : {});
  outboxAppended(db);
}

/** The cells of the outbox row of an event. */
export function outboxRow(event: OutboundEvent, recordedAt: Date): OutboxValues {
  return [
    event.id,
    eventCatalogue[event.type].topic,
    event.key,
    event.type,
    JSON.stringify(encode(event)),
    JSON.stringify(traceHeaders()),
    event.occurredAt,
    recordedAt,
  ];
}

/**
 * The insert of one event for a data-modifying CTE, where a hot path does everything in one round trip.
 * With `from`, one row per row of that CTE: nothing is published when the effect touched no row.
 *
 * ```ts
 * const { rows } = await db.raw<{ rows: { id: string }[] }>(
 *   `with paid as (update charges set status = 'PAID' where id = :id and status = 'PENDING' returning id),
 *         event as (${outboxInsertSql('paid')})
 *    select id from paid`,
 *   { id, ...outboxBindings(event, clock.real()) },
 * ).options({ name: 'pay_charge' });
 * outboxAppended(db);
 * ```
 */
export function outboxInsertSql(from?: string): string {
  return `insert into outbox (${columns}) select ${boundColumns}${from === undefined ? '' : ` from ${from}`}`;
}

// Without casts PostgreSQL would infer the type text for the parameters of a select list.
const boundColumns = [
  'cast(:outbox_event_id as text)',
  'cast(:outbox_topic as text)',
  'cast(:outbox_key as text)',
  'cast(:outbox_type as text)',
  'cast(:outbox_payload as text)',
  'cast(:outbox_headers as json)',
  'cast(:outbox_occurred_at as timestamptz)',
  'cast(:outbox_recorded_at as timestamptz)',
].join(', ');

/** The bindings of {@link outboxInsertSql}. */
export function outboxBindings(event: OutboundEvent, recordedAt: Date): Readonly<Record<string, string | Date>> {
  const [eventId, topic, key, type, payload, headers, occurredAt] = outboxRow(event, recordedAt);
  return {
    outbox_event_id: eventId,
    outbox_topic: topic,
    outbox_key: key,
    outbox_type: type,
    outbox_payload: payload,
    outbox_headers: headers,
    outbox_occurred_at: occurredAt,
    outbox_recorded_at: recordedAt,
  };
}

/**
 * Deletes and returns the oldest events, oldest first, in a transaction that commits when Kafka has acknowledged them:
 * at most `limit`, and at most `bytesMax` bytes of payload, but always one. A rollback restores them. Returns nothing
 * while another relay has the turn (an advisory lock until the end of its transaction), because two relays at once
 * would reorder the events of a key.
 *
 * One round trip. The statement's snapshot may be older than the turn and contain rows that the previous relay has just
 * deleted; the delete skips them.
 */
export async function claimOutbox(tx: Db, limit: number, bytesMax: number = takenBytesMax): Promise<OutboxRow[]> {
  const { rows } = await tx.raw<{ rows: StoredRow[] }>(takeSql, [relayLockId, limit, bytesMax]).options({
    name: 'outbox_take',
  });
  return rows.sort((a, b) => a.id - b.id).map(fromStored);
}

const takeSql = `
  with turn as materialized (select pg_try_advisory_xact_lock(?) as claimed),
  oldest as (
    select id, octet_length(payload) as bytes from outbox where (select claimed from turn) order by id limit ?
  ),
  sized as (select id, bytes, sum(bytes) over (order by id rows unbounded preceding) as total from oldest)
  delete from outbox using sized
  where outbox.id = sized.id and (sized.total <= ? or sized.total = sized.bytes)
  returning outbox.id, ${columns}`;

/**
 * Moves a claimed event that Kafka refuses for good (too large, invalid) to the dead outbox, with the reason. An
 * operator has to look at it: later events of its key are published without it.
 */
export async function moveToDeadOutbox(tx: Db, row: OutboxRow, reason: string): Promise<void> {
  const headers = JSON.stringify(row.traceparent === undefined ? {} : { traceparent: row.traceparent });
  await tx.raw(`insert into outbox_dead (id, ${columns}, reason) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
    row.id,
    row.eventId,
    row.topic,
    row.key,
    row.type,
    row.payload,
    headers,
    row.occurredAt,
    row.recordedAt,
    reason,
  ]);
}

/** Cheap check of an idle relay. */
export async function outboxIsEmpty(db: Db): Promise<boolean> {
  const { rows } = await db
    .raw<{ rows: { empty: boolean }[] }>('select not exists (select from outbox) as empty')
    .options({ name: 'outbox_is_empty' });
  return rows[0]?.empty === true;
}

/** Id of the newest waiting event, for {@link isOutboxPast}; 0 when there is none. */
export async function newestOutboxId(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: { id: number | null }[] }>('select max(id) as id from outbox');
  return rows[0]?.id ?? 0;
}

/** True when every event up to and including `id` has been published. */
export async function isOutboxPast(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { past: boolean }[] }>(
    'select not exists (select from outbox where id <= ?) as past',
    [id],
  );
  return rows[0]?.past === true;
}

/** Age of the oldest unpublished event, in milliseconds of the database's clock; 0 when there is none. */
export async function oldestOutboxAgeMs(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: { age_ms: number }[] }>(
    `select greatest(0, extract(epoch from clock_timestamp() - recorded_at) * 1000)::bigint as age_ms
     from outbox order by id limit 1`,
  );
  return rows[0]?.age_ms ?? 0;
}

interface StoredRow {
  readonly id: number;
  readonly event_id: string;
  readonly topic: string;
  readonly key: string;
  readonly type: string;
  readonly payload: string;
  readonly headers: string;
  readonly occurred_at: Date;
  readonly recorded_at: Date;
}

function fromStored(row: StoredRow): OutboxRow {
  return {
    id: row.id,
    eventId: row.event_id,
    topic: row.topic,
    key: row.key,
    type: row.type,
    payload: row.payload,
    traceparent: (JSON.parse(row.headers) as { traceparent?: string }).traceparent,
    occurredAt: row.occurred_at,
    recordedAt: row.recorded_at,
  };
}

function encode(event: OutboundEvent): unknown {
  // The catalogue pairs each type with its codec; TypeScript cannot follow the pairing through a union.
  const { codec } = eventCatalogue[event.type] as { codec: { toJSON(data: unknown): unknown } };
  return codec.toJSON(event.data);
}

/** Only `traceparent` of the trace context: baggage may contain anything, and Kafka keeps it for weeks. */
function traceHeaders(): { traceparent?: string } {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}
