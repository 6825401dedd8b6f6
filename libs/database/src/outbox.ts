import { context, propagation } from '@opentelemetry/api';
import { eventCatalogue, type OutboundEvent } from '@pitanga/contracts';
import type { Db } from './connect';
import { outboxAppended } from './transaction';

/** A fact waiting to be published. `id` is the order of publishing. */
export interface OutboxRow {
  readonly id: number;
  readonly eventId: string;
  readonly topic: string;
  readonly key: string;
  readonly type: string;
  /** The event's JSON, byte for byte what Kafka gets. */
  readonly payload: string;
  /** Trace of the transaction that wrote it, so that the publishing belongs to that trace. */
  readonly traceparent: string | undefined;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
}

/** The bindings of one outbox row, in the order of {@link outboxInsertSql}. */
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
/** Kafka refuses a batch of one partition over 1 MiB; this leaves room for the keys and headers of 500 facts. */
const takenBytesMax = 512 * 1024;
const columns = 'event_id, topic, key, type, payload, headers, occurred_at, recorded_at';

/**
 * Appends facts to the outbox in the caller's transaction, in the order given, with the active trace context:
 * they are published if and only if the transaction commits. To keep the order of one aggregate's facts, lock
 * or update the aggregate's row before. `recordedAt` is real time (`clock.real()`).
 */
export async function appendEvents(db: Db, events: readonly OutboundEvent[], recordedAt: Date): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => outboxRow(event, recordedAt));
  const placeholders = rows.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
  await db
    .raw(`insert into outbox (${columns}) values ${placeholders}`, rows.flat())
    .options(rows.length === 1 ? { name: 'outbox_append_one' } : {});
  outboxAppended(db);
}

/** The column values of a fact for {@link outboxInsertSql}. */
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
 * The insert of one fact for a data-modifying CTE, where a hot path does everything in one round trip.
 * With `from`, one row per row of that CTE: nothing is published when the effect touched no row.
 *
 * ```ts
 * const { rows } = await db.raw<{ rows: { id: string }[] }>(
 *   `with paid as (update charges set status = 'PAID' where … and status = 'PENDING' returning id),
 *         fact as (${outboxInsertSql('paid')})
 *    select id from paid`,
 *   [...bindings, ...outboxRow(event, clock.real())],
 * ).options({ name: 'pay_charge' });
 * outboxAppended(db);
 * ```
 */
export function outboxInsertSql(from?: string): string {
  // Without the casts PostgreSQL would take the parameters of a select list for text.
  const values = '?::text, ?::text, ?::text, ?::text, ?::text, ?::json, ?::timestamptz, ?::timestamptz';
  return `insert into outbox (${columns}) select ${values}${from === undefined ? '' : ` from ${from}`}`;
}

/**
 * True when this transaction may publish: one at a time has the turn, until it ends. Two relays at once would
 * reorder the facts of a key.
 */
export async function claimOutboxTurn(tx: Db): Promise<boolean> {
  const { rows } = await tx
    .raw<{ rows: { claimed: boolean }[] }>('select pg_try_advisory_xact_lock(?) as claimed', [relayLockId])
    .options({ name: 'outbox_claim' });
  return rows[0]?.claimed === true;
}

/**
 * The oldest facts, oldest first: at most `limit`, and no more than the first `bytesMax` bytes of payload, but always
 * one. Only who has the turn calls it.
 */
export async function takeOutbox(tx: Db, limit: number, bytesMax: number = takenBytesMax): Promise<OutboxRow[]> {
  const { rows } = await tx
    .raw<{ rows: StoredRow[] }>(
      `select id, ${columns} from (
         select *, sum(octet_length(payload)) over (order by id rows unbounded preceding) as bytes
         from (select id, ${columns} from outbox order by id limit ?) oldest
       ) sized
       where bytes <= ? or bytes = octet_length(payload) order by id`,
      [limit, bytesMax],
    )
    .options({ name: 'outbox_take' });
  return rows.map(fromStored);
}

/** Deletes published facts: after Kafka has acknowledged them, never before. */
export async function deleteOutbox(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.raw('delete from outbox where id = any(?::bigint[])', [[...ids]]).options({ name: 'outbox_delete' });
}

/**
 * Sets aside a fact that can never be published (too large, refused), with the reason, in one statement.
 * Someone has to look at it: what follows it on its key goes on without it.
 */
export async function moveToDead(db: Db, id: number, reason: string): Promise<void> {
  await db.raw(
    `with moved as (delete from outbox where id = ? returning id, ${columns})
     insert into outbox_dead (id, ${columns}, reason) select id, ${columns}, ?::text from moved`,
    [id, reason],
  );
}

/** Cheap look of an idle relay. */
export async function outboxIsEmpty(db: Db): Promise<boolean> {
  const { rows } = await db
    .raw<{ rows: { empty: boolean }[] }>('select not exists (select from outbox) as empty')
    .options({ name: 'outbox_is_empty' });
  return rows[0]?.empty === true;
}

/** How long the oldest unpublished fact has been waiting, in milliseconds of the database's clock; 0 when none is. */
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

/** Of the trace context only `traceparent`: baggage may hold anything, and Kafka keeps it for weeks. */
function traceHeaders(): { traceparent?: string } {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}
