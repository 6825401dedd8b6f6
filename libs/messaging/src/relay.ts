import {
  inTransaction,
  moveToDeadOutbox,
  oldestOutboxAgeMs,
  onOutboxAppended,
  outboxIsEmpty,
  claimOutbox,
  type Db,
  type Tx,
  type OutboxRow,
} from '@pitanga/database';
import { propagation, ROOT_CONTEXT, SpanKind, trace, type Span } from '@opentelemetry/api';
import { backoffMs, periodic, systemRandom, createFailureLog, type Log, type Periodic } from '@pitanga/runtime';
import { CompressionTypes, KafkaJSProtocolError, Partitioners, type Producer } from 'kafkajs';
import { Counter, Gauge } from 'prom-client';
import { toKafkaMessage } from './cloud-event';
import type { Messaging } from './messaging';
import { createRelayPacing } from './relay-pacing';

export interface RelayOptions {
  readonly db: Db;
  readonly messaging: Messaging;
  readonly log: Log;
  /** Poll of a relay that has just published, in milliseconds; a commit in this process wakes it at once. */
  readonly pollMs?: number;
  /** Longest poll of a relay at rest, in milliseconds: how long the events of a process that ended may wait. */
  readonly restMs?: number;
  /** How long a woken relay waits for more events to share a batch; for events that no caller waits for. */
  readonly lingerMs?: number;
  /** Called with each batch in the transaction that deletes it, before it is published. */
  readonly beforePublish?: (tx: Tx, rows: readonly OutboxRow[]) => Promise<void>;
  /** Called with the rows that the broker acknowledged, for metrics: after a crash the same rows come again. */
  readonly onPublished?: (rows: readonly OutboxRow[]) => void;
}

export interface Relay {
  /** Publishes what waits now without lingering, for a caller that waits. */
  flush(): void;
  stop(): Promise<void>;
}

const tracer = trace.getTracer('@pitanga/messaging');
const batchRows = 500;
const backoffMsMax = 2_000;
const ageEveryMs = 15_000;
/** How long an event of a stream waits for others to share its batch, and with it all that consumers do of it. */
const streamMs = 40;

/**
 * Publishes the outbox in id order and deletes what the broker acknowledged. One relay at a time per
 * database: the turn is a lock held by the transaction that deletes, so two relays can never reorder a
 * key. A crash between acknowledgement and commit publishes again; consumers drop the repeat by its id. While Kafka is away
 * the outbox grows.
 */
export function startRelay(options: RelayOptions): Promise<Relay> {
  const { db, log, pollMs = 50, restMs = 4_000, lingerMs = 0 } = options;
  const published = createPublisher(options);
  const pacing = createRelayPacing({ pollMs, restMs, lingerMs, streamMs });
  const unsubscribe = onOutboxAppended(db, pacing.wake);
  const ageWatch = watchOutbox(options);

  const loop = async (): Promise<void> => {
    const trouble = createFailureLog({ log, job: 'relay', message: 'the outbox could not be published' });
    let rowsMax = batchRows;
    while (!pacing.isStopped()) {
      const wasWoken = await pacing.startRound();
      try {
        if (!wasWoken && (await outboxIsEmpty(db))) {
          await pacing.idle();
          continue;
        }
        const { taken, refused } = await relayBatch(options, published, rowsMax);
        trouble.succeeded();
        if (taken > 0) pacing.active(taken);
        // Halved until the refused row is alone and moved to outbox_dead.
        rowsMax = refused ? Math.max(1, Math.floor(taken / 2)) : Math.min(batchRows, rowsMax * 2);
        if (taken < rowsMax) await pacing.idle();
      } catch (error) {
        trouble.failed(error);
        await published.reset();
        await pacing.pause(backoffMs(trouble.failures(), 0, systemRandom, backoffMsMax));
      }
    }
  };
  const running = loop();
  return Promise.resolve({
    flush: pacing.flush,
    stop: async () => {
      unsubscribe();
      pacing.stop();
      await running;
      await published.reset();
      await ageWatch?.stop();
    },
  });
}

interface Publisher {
  publish(rows: readonly OutboxRow[]): Promise<void>;
  /** Drops the connection; the next publish connects anew with fresh sequence numbers. */
  reset(): Promise<void>;
}

function createPublisher({ messaging, onPublished }: RelayOptions): Publisher {
  const count = messaging.metrics
    ? new Counter({
        name: 'pitanga_events_published_total',
        help: 'Facts acknowledged by Kafka.',
        labelNames: ['topic', 'type'],
        registers: [messaging.metrics],
      })
    : undefined;
  let producer: Promise<Producer> | undefined;
  const connect = async (): Promise<Producer> => {
    const created = messaging.kafka.producer({
      idempotent: true,
      // More than one in flight lets an idempotent kafkajs producer get out of sequence (its issue 598).
      maxInFlightRequests: 1,
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      // A batch is published inside the transaction that has the turn, which PostgreSQL ends after 30 idle
      // seconds: fail well before that; the loop tries again.
      retry: { retries: 1 },
    });
    await created.connect();
    return created;
  };
  return {
    publish: async (rows) => {
      producer ??= connect();
      const byTopic = Map.groupBy(rows, (row) => row.topic);
      const connected = await producer;
      const spans = tracedRows(rows);
      try {
        await connected.sendBatch({
          acks: -1,
          compression: CompressionTypes.None,
          topicMessages: [...byTopic].map(([topic, topicRows]) => ({
            topic: messaging.topicName(topic),
            messages: topicRows.map((row) =>
              toKafkaMessage(row, `/pitanga/${messaging.clientId}`, spans.get(row)?.traceparent),
            ),
          })),
        });
      } finally {
        for (const { span } of spans.values()) span.end();
      }
      for (const { topic, type } of rows) count?.inc({ topic, type });
      onPublished?.(rows);
    },
    reset: async () => {
      const old = producer;
      producer = undefined;
      await old?.then((connected) => connected.disconnect()).catch(() => undefined);
    },
  };
}

/**
 * A span for each event that was recorded in a trace, as a child of the transaction that recorded it. The
 * client's own instrumentation would put every event of a batch into the relay's trace instead.
 */
function tracedRows(rows: readonly OutboxRow[]): ReadonlyMap<OutboxRow, { span: Span; traceparent: string }> {
  const traced = new Map<OutboxRow, { span: Span; traceparent: string }>();
  for (const row of rows) {
    if (row.traceparent === undefined) continue;
    const parent = propagation.extract(ROOT_CONTEXT, { traceparent: row.traceparent });
    const span = tracer.startSpan(`publish ${row.type}`, { kind: SpanKind.PRODUCER }, parent);
    const carrier: { traceparent?: string } = {};
    propagation.inject(trace.setSpan(parent, span), carrier);
    traced.set(row, { span, traceparent: carrier.traceparent ?? row.traceparent });
  }
  return traced;
}

/**
 * Publishes one batch. Returns its number of rows (0 when another relay has the turn), and whether the broker refused
 * them because of their content. A refused row that was alone is moved to outbox_dead.
 */
async function relayBatch(
  { db, log, beforePublish }: RelayOptions,
  publisher: Publisher,
  rowsMax: number,
): Promise<{ readonly taken: number; readonly refused: boolean }> {
  let taken = 0;
  try {
    await inTransaction(db, async (tx) => {
      const rows = await claimOutbox(tx, rowsMax);
      taken = rows.length;
      if (taken > 0) await beforePublish?.(tx, rows);
      if (taken > 0) await publishOrMoveToDeadOutbox(tx, log, publisher, rows);
    });
    return { taken, refused: false };
  } catch (error) {
    if (taken > 1 && isPoison(error)) return { taken, refused: true };
    throw error;
  }
}

/** Throws, so that the rows stay in the outbox, unless they were published or the broker never accepts the only one. */
async function publishOrMoveToDeadOutbox(
  tx: Tx,
  log: Log,
  publisher: Publisher,
  rows: readonly OutboxRow[],
): Promise<void> {
  try {
    await publisher.publish(rows);
  } catch (error) {
    const [row] = rows;
    if (!row || rows.length > 1 || !isPoison(error)) throw error;
    await moveToDeadOutbox(tx, row, describe(error));
    log.error({ eventId: row.eventId, type: row.type }, 'a fact that Kafka refuses was set aside in outbox_dead');
  }
}

const refusals = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD']);

/** True when the broker never accepts this content. */
function isPoison(error: unknown): boolean {
  return error instanceof KafkaJSProtocolError && refusals.has(error.type);
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** In the background: a slow database must not delay the scrape of all other metrics. */
function watchOutbox({ db, messaging, log }: RelayOptions): Periodic | undefined {
  if (!messaging.metrics) return undefined;
  const age = new Gauge({
    name: 'pitanga_outbox_oldest_age_seconds',
    help: 'Age of the oldest fact that Kafka has not acknowledged; NaN while the database does not tell.',
    registers: [messaging.metrics],
  });
  const measure = async (): Promise<void> => {
    // The relay logs errors of the database.
    const ageMs = await oldestOutboxAgeMs(db).catch(() => NaN);
    age.set(ageMs / 1_000);
  };
  return periodic('measure the outbox', ageEveryMs, measure, log);
}
