import { setTimeout as delay } from 'node:timers/promises';
import { context, propagation, ROOT_CONTEXT, SpanKind, trace, type Context } from '@opentelemetry/api';
import { eventCatalogue, UnreadableMessageError, type EventType, type InboundEvent } from '@pitanga/contracts';
import { systemClock } from '@pitanga/core';
import { backoffMs, systemRandom, createFailureLog, type Log } from '@pitanga/runtime';
import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import { fromKafkaMessage } from './cloud-event';
import { consumerMetrics, type ConsumerMetrics } from './consumer-metrics';
import { createDeadLetters, type DeadLetter, type DeadLetters } from './dead-letters';
import type { Messaging } from './messaging';

export interface ConsumerOptions {
  readonly messaging: Messaging;
  /** Consumer group: the service's name. */
  readonly group: string;
  /** The facts this consumer wants; others on the same topics are skipped. */
  readonly types: readonly EventType[];
  /**
   * Applies a batch of one partition, in order, in one transaction with the inbox. A throw is retried in
   * place with backoff, for ever: nothing is skipped and nothing later of the partition is applied first. But for an
   * UnreadableMessageError, which no retry mends: each fact of the batch is then given alone, and becomes a dead letter
   * if it throws one again.
   */
  readonly handle: (events: readonly InboundEvent[]) => Promise<void>;
  readonly log: Log;
}

export interface RunningConsumer {
  stop(): Promise<void>;
}

const eventsPerCall = 200;
const backoffMsMax = 5_000;
const tracer = trace.getTracer('@pitanga/messaging');

/** Starts consuming; answers at once and keeps trying while Kafka is away. */
export function startConsumer(options: ConsumerOptions): Promise<RunningConsumer> {
  const { messaging, log } = options;
  const stopping = new AbortController();
  const deadLetters = createDeadLetters(messaging);
  const metrics = consumerMetrics(messaging);
  const topics = [...new Set(options.types.map((type) => messaging.topicName(eventCatalogue[type].topic)))];
  // A counter that appears with its first dead letter would have no increase, for which the alert waits.
  for (const topic of topics) metrics?.dead.inc({ topic }, 0);
  const tellRunning = (running: 0 | 1): void => metrics?.running.set({ group: options.group }, running);
  tellRunning(0);
  let consumer: Consumer | undefined;

  const runOnce = async (): Promise<void> => {
    const crashed = Promise.withResolvers<undefined>();
    consumer = messaging.kafka.consumer({
      groupId: messaging.groupName(options.group),
      // Short, because a killed process is only replaced after its session; no static membership in kafkajs.
      sessionTimeout: 6_000,
      heartbeatInterval: 1_500,
      rebalanceTimeout: 10_000,
      // A waiting fetch delays joins, leaves and stops; 250 ms bounds that and costs little.
      maxWaitTimeInMs: 250,
      allowAutoTopicCreation: false,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4, restartOnFailure: () => Promise.resolve(false) },
    });
    // Not with the join: a member that may not read joins again and again. One without a partition fetches too.
    consumer.on(consumer.events.FETCH, () => {
      tellRunning(1);
    });
    consumer.on(consumer.events.GROUP_JOIN, () => {
      // Partitions may have gone to others; what is still ours shows again with its next batch.
      metrics?.lag.reset();
      metrics?.stalled.reset();
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      tellRunning(0);
      crashed.reject(payload.error);
    });
    stopping.signal.addEventListener('abort', () => {
      crashed.resolve(undefined);
    });
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 3,
      eachBatch: (payload) => consumeBatch(options, payload, deadLetters, metrics, stopping.signal),
    });
    await crashed.promise;
  };

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await runOnce();
      } catch (error) {
        log.warn({ error: describe(error), group: options.group }, 'the consumer stopped; starting it again');
        await delay(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
      } finally {
        await consumer?.disconnect().catch(() => undefined);
        // The last of what the client still had under way is over.
        tellRunning(0);
      }
    }
  };
  const running = loop();
  return Promise.resolve({
    stop: async () => {
      stopping.abort();
      await running;
      await deadLetters.stop();
    },
  });
}

async function consumeBatch(
  options: ConsumerOptions,
  payload: EachBatchPayload,
  deadLetters: DeadLetters,
  metrics: ConsumerMetrics | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { batch } = payload;
  const where = { topic: batch.topic, partition: batch.partition };
  metrics?.lag.set(where, Number(batch.highWatermark) - Number(batch.firstOffset() ?? batch.highWatermark));
  const wanted = new Set<string>(options.types);
  for (let start = 0; start < batch.messages.length; start += eventsPerCall) {
    if (signal.aborted || !payload.isRunning() || payload.isStale()) return;
    const messages = batch.messages.slice(start, start + eventsPerCall);
    const facts = new Map<InboundEvent, KafkaMessage>();
    const dead: DeadLetter[] = [];
    for (const message of messages) {
      const decoded = fromKafkaMessage(message, wanted);
      if (decoded.kind === 'event') facts.set(decoded.event, message);
      if (decoded.kind === 'undecodable') dead.push({ message, why: decoded.why });
    }
    const setAside = async (): Promise<void> => {
      if (dead.length === 0) return;
      await deadLetters.keep(batch.topic, batch.partition, options.group, dead);
      metrics?.dead.inc({ topic: batch.topic }, dead.length);
      // Emptied once kept, so that a failing handler does not set the same messages aside with every try.
      dead.length = 0;
    };
    const done = await untilDone(options, payload, signal, metrics, async () => {
      await setAside();
      await applyReadable(options, facts, dead, () => payload.heartbeat());
      await setAside();
    });
    if (!done) return;
    const last = messages.at(-1);
    if (last) payload.resolveOffset(last.offset);
    metrics?.consumed.inc({ topic: batch.topic }, messages.length);
    measureDelays(metrics, [...facts.keys()]);
    await payload.heartbeat();
  }
  metrics?.lag.set(where, Number(batch.offsetLag()));
}

/** Applies a batch; where it holds facts that cannot be read, one by one in their order, and moves those to `dead`. */
async function applyReadable(
  options: ConsumerOptions,
  facts: Map<InboundEvent, KafkaMessage>,
  dead: DeadLetter[],
  heartbeat: () => Promise<void>,
): Promise<void> {
  const apply = async (events: readonly InboundEvent[]): Promise<UnreadableMessageError | undefined> => {
    try {
      await inTrace(events, () => options.handle(events));
      return undefined;
    } catch (error) {
      if (error instanceof UnreadableMessageError) return error;
      throw error;
    }
  };
  if (facts.size === 0 || (await apply([...facts.keys()])) === undefined) return;
  for (const [event, message] of facts) {
    const refused = await apply([event]);
    if (refused) {
      dead.push({ message, why: refused.message });
      facts.delete(event);
    }
    await heartbeat();
  }
}

function measureDelays(metrics: ConsumerMetrics | undefined, events: readonly InboundEvent[]): void {
  const nowMs = systemClock.real().getTime();
  for (const { recordedAt } of events) metrics?.delays.observe(Math.max(0, nowMs - recordedAt.getTime()) / 1_000);
}

/** Repeats `work` until it succeeds; false when the consumer was stopped or lost the partition meanwhile. */
async function untilDone(
  options: ConsumerOptions,
  payload: EachBatchPayload,
  signal: AbortSignal,
  metrics: ConsumerMetrics | undefined,
  work: () => Promise<void>,
): Promise<boolean> {
  const where = { topic: payload.batch.topic, partition: payload.batch.partition };
  const { topic, partition } = where;
  const job = `${options.group} ${topic}/${String(partition)}`;
  const trouble = createFailureLog({ log: options.log, job, message: 'a batch of facts could not be applied' });
  for (;;) {
    try {
      await work();
      trouble.succeeded();
      metrics?.stalled.set(where, 0);
      return true;
    } catch (error) {
      trouble.failed(error);
      metrics?.stalled.set(where, trouble.failures());
      const pauseMs = backoffMs(trouble.failures(), 0, systemRandom, backoffMsMax);
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted || !payload.isRunning() || payload.isStale()) return false;
      await payload.heartbeat();
    }
  }
}

/** Runs the handler in the trace of its fact; a batch of several gets a span of its own that links them all. */
async function inTrace(events: readonly InboundEvent[], work: () => Promise<void>): Promise<void> {
  const parents = new Map<string, Context>();
  for (const { traceparent } of events) {
    if (traceparent !== undefined && !parents.has(traceparent)) {
      parents.set(traceparent, propagation.extract(ROOT_CONTEXT, { traceparent }));
    }
  }
  const contexts = [...parents.values()];
  const [only] = contexts;
  if (only === undefined) return work();
  const links = contexts.flatMap((parent) => {
    const span = trace.getSpanContext(parent);
    return span ? [{ context: span }] : [];
  });
  const parent = contexts.length === 1 ? only : ROOT_CONTEXT;
  const span = tracer.startSpan(
    `consume ${events[0]?.type ?? ''}`,
    { kind: SpanKind.CONSUMER, links: contexts.length === 1 ? [] : links },
    parent,
  );
  try {
    await context.with(trace.setSpan(parent, span), work);
  } finally {
    span.end();
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
