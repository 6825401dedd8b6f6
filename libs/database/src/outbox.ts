import { context, propagation } from '@opentelemetry/api';
import { eventCatalogue, type OutboundEvent } from '@pitanga/contracts';
import { currentRequest } from '@pitanga/runtime';
import type { Db, Tx } from './connect';
import { noteAppended } from './appended-events';
import { json, table, text, timestamp, type Row, type Values } from './table';

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
  /** The id of the request that appended it; absent in those of a job. */
  readonly requestId?: string | undefined;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
}

const outbox = table('outbox', {
  eventId: text('event_id'),
  topic: text('topic'),
  key: text('key'),
  type: text('type'),
  payload: text('payload'),
  headers: json('headers'),
  occurredAt: timestamp('occurred_at'),
  recordedAt: timestamp('recorded_at'),
});

/** What an insert writes of an event; the database numbers it. */
export type OutboxValues = Values<typeof outbox>;

/** Any constant: the lock of this database's relay. */
const relayLockId = 7_415_084;
/** Kafka refuses a batch of one partition over 1 MiB; this leaves room for the keys and headers of 500 events. */
const takenBytesMax = 512 * 1024;
/** Up to this number of events has a statement of its own; more go as arrays. Each is planned once a connection. */
const preparedRowsMax = 4;

/**
 * Appends events to the outbox in the caller's transaction, in the given order, with the active trace context: they are
 * published if and only if the transaction commits. To keep the order of one aggregate's events, lock or update the
 * aggregate's row before. `recordedAt` is real time (`clock.real()`).
 */
export async function appendEvents(tx: Tx, events: readonly OutboundEvent[], recordedAt: Date): Promise<void> {
  if (events.length === 0) return;
  if (events.length > preparedRowsMax) {
    const values = events.map((event) => outboxRow(event, recordedAt));
    // `unnest` and the insert keep the order of the arrays.
    await tx.raw(outbox.insertManySql, outbox.toArrays(values)).options({ name: 'outbox_append_many' });
    return;
  }
  const rows = events.map((_event, index) => `(${boundTo(`row${String(index)}_`).join(', ')})`).join(', ');
  const bindings = events.map((event, index) => prefixed(`row${String(index)}_`, outboxRow(event, recordedAt)));
  await tx
    .raw(`insert into outbox (${outbox.selectSql()}) values ${rows}`, Object.assign({}, ...bindings) as Row)
    .options({ name: `outbox_append_${String(events.length)}` });
}

/** The outbox row of an event. */
export function outboxRow(event: OutboundEvent, recordedAt: Date): OutboxValues {
  const payload = JSON.stringify(encode(event));
  noteAppended(event, payload);
  return {
    eventId: event.id,
    topic: eventCatalogue[event.type].topic,
    key: event.key,
    type: event.type,
    payload,
    headers: JSON.stringify(causeHeaders()),
    occurredAt: event.occurredAt,
    recordedAt,
  };
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
 * ```
 */
export function outboxInsertSql(from?: string): string {
  const values = outbox.parametersSql('outbox_');
  return `insert into outbox (${outbox.selectSql()}) select ${values}${from === undefined ? '' : ` from ${from}`}`;
}

/** The bindings of {@link outboxInsertSql}. */
export function outboxBindings(event: OutboundEvent, recordedAt: Date): Row {
  return prefixed('outbox_', outboxRow(event, recordedAt));
}

function boundTo(prefix: string): string[] {
  return outbox.columns.map((name) => `:${prefix}${name}`);
}

function prefixed(prefix: string, values: OutboxValues): Row {
  return Object.fromEntries(Object.entries(outbox.toRow(values)).map(([name, cell]) => [`${prefix}${name}`, cell]));
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
export async function claimOutbox(tx: Tx, limit: number, bytesMax: number = takenBytesMax): Promise<OutboxRow[]> {
  const bindings = { relayLockId, limit, bytesMax };
  const { rows } = await tx.raw<{ rows: (Row & { id: number })[] }>(takeSql, bindings).options({ name: 'outbox_take' });
  return rows.sort((a, b) => a.id - b.id).map(fromStored);
}

const takeSql = `
  with turn as materialized (select pg_try_advisory_xact_lock(:relayLockId) as claimed),
  oldest as (
    select id, octet_length(payload) as bytes from outbox where (select claimed from turn) order by id limit :limit
  ),
  sized as (select id, bytes, sum(bytes) over (order by id rows unbounded preceding) as total from oldest)
  delete from outbox using sized
  where outbox.id = sized.id and (sized.total <= :bytesMax or sized.total = sized.bytes)
  returning outbox.id, ${outbox.selectSql('outbox')}`;

/**
 * Moves a claimed event that Kafka refuses for good (too large, invalid) to the dead outbox, with the reason. An
 * operator has to look at it: later events of its key are published without it.
 */
export async function moveToDeadOutbox(tx: Tx, row: OutboxRow, reason: string): Promise<void> {
  const { id, traceparent, requestId, ...values } = row;
  const headers = JSON.stringify({ traceparent, requestId });
  await tx('outbox_dead').insert({ id, ...outbox.toRow({ ...values, headers }), reason });
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

function fromStored(row: Row & { readonly id: number }): OutboxRow {
  const { headers, ...values } = outbox.fromRow(row);
  const { traceparent, requestId } = JSON.parse(headers) as CauseHeaders;
  return { id: row.id, ...values, traceparent, requestId };
}

function encode(event: OutboundEvent): unknown {
  // The catalogue pairs each type with its codec; TypeScript cannot follow the pairing through a union.
  const { codec } = eventCatalogue[event.type] as { codec: { toJSON(data: unknown): unknown } };
  return codec.toJSON(event.data);
}

/** What an event was caused by. */
interface CauseHeaders {
  traceparent?: string | undefined;
  requestId?: string | undefined;
}

/** Only `traceparent` of the trace context: baggage may contain anything, and Kafka keeps it for weeks. */
function causeHeaders(): CauseHeaders {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return { traceparent: carrier.traceparent, requestId: currentRequest()?.requestId };
}
