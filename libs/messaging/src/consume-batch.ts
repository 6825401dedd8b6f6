import { setTimeout as delay } from 'node:timers/promises';
import { context, propagation, ROOT_CONTEXT, SpanKind, trace, type Context } from '@opentelemetry/api';
import type { InboundEvent } from '@pitanga/contracts';
import { systemClock } from '@pitanga/core';
import { backoffMs, systemRandom, createFailureLog } from '@pitanga/runtime';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import { fromKafkaMessage, readHeader } from './cloud-event';
import type { ConsumerMetrics } from './consumer-metrics';
import type { ConsumerOptions } from './consumer-options';
import type { DeadLetter, DeadLetters } from './dead-letters';
import { toEventError, type EventError } from './event-error';

export interface BatchContext {
  readonly options: ConsumerOptions;
  readonly deadLetters: DeadLetters;
  readonly metrics: ConsumerMetrics | undefined;
  readonly signal: AbortSignal;
}

/** The part of a fetched batch that one call of the handler gets. */
interface Slice {
  /** Still to apply, in order. */
  readonly events: Map<InboundEvent, KafkaMessage>;
  /** Permanent: to be moved to the dead letters, or the one at which the partition stops. */
  readonly refused: DeadLetter[];
}

const eventsPerCall = 200;
const backoffMsMax = 5_000;
const tracer = trace.getTracer('@pitanga/messaging');

/** Applies the messages of one partition in order; returns early when the consumer or the partition is stopped. */
export async function consumeBatch(batchContext: BatchContext, payload: EachBatchPayload): Promise<void> {
  const { metrics } = batchContext;
  const { batch } = payload;
  const where = { topic: batch.topic, partition: batch.partition };
  metrics?.lag.set(where, Number(batch.highWatermark) - Number(batch.firstOffset() ?? batch.highWatermark));
  for (let start = 0; start < batch.messages.length; start += eventsPerCall) {
    if (isOver(batchContext, payload)) return;
    const messages = batch.messages.slice(start, start + eventsPerCall);
    const slice = decodeSlice(batchContext, messages);
    if (!(await retryUntilDone(batchContext, payload, () => applySlice(batchContext, payload, slice)))) return;
    measureDelays(metrics, [...slice.events.keys()]);
    const [refused] = slice.refused;
    if (refused) {
      stopPartition(batchContext, payload, refused);
      return;
    }
    const last = messages.at(-1);
    if (last) payload.resolveOffset(last.offset);
    metrics?.consumed.inc({ topic: batch.topic }, messages.length);
    await payload.heartbeat();
  }
  metrics?.lag.set(where, Number(batch.offsetLag()));
}

/** Nothing behind a refused message is in the slice of a consumer that stops there. */
function decodeSlice({ options }: BatchContext, messages: readonly KafkaMessage[]): Slice {
  const wanted = options.types === 'all' ? 'all' : new Set<string>(options.types);
  const slice: Slice = { events: new Map(), refused: [] };
  for (const message of messages) {
    const decoded = fromKafkaMessage(message, wanted, options.isWanted);
    if (decoded.kind === 'event') slice.events.set(decoded.event, message);
    if (decoded.kind !== 'undecodable') continue;
    slice.refused.push({ message, why: decoded.why });
    if (options.onPermanent === 'stop') break;
  }
  return slice;
}

/** Applies a slice as one batch; where an event of it is permanent, one by one in their order. */
async function applySlice(batchContext: BatchContext, payload: EachBatchPayload, slice: Slice): Promise<void> {
  const { options } = batchContext;
  // Before the handler, because a handler that fails would move the same messages with every retry.
  await moveToDeadLetters(batchContext, payload, slice);
  const entries = [...slice.events];
  if (entries.length === 0 || (await apply(options, [...slice.events.keys()])) === undefined) return;
  for (const [index, [event, message]] of entries.entries()) {
    const error = await apply(options, [event]);
    if (error && options.onPermanent === 'stop') {
      for (const [later] of entries.slice(index)) slice.events.delete(later);
      slice.refused.splice(0, slice.refused.length, { message, why: error.message });
      return;
    }
    if (error) {
      slice.events.delete(event);
      slice.refused.push({ message, why: error.message });
    }
    await payload.heartbeat();
  }
  await moveToDeadLetters(batchContext, payload, slice);
}

/** Returns the error of an event that is permanent; throws every other. */
async function apply(options: ConsumerOptions, events: readonly InboundEvent[]): Promise<EventError | undefined> {
  try {
    await inTrace(events, () => options.handle(events));
    return undefined;
  } catch (error) {
    const eventError = toEventError(error);
    if (eventError.kind === 'permanent') return eventError;
    throw error;
  }
}

/** Empties `refused`, unless the consumer stops its partition instead. */
async function moveToDeadLetters(
  { options, deadLetters, metrics }: BatchContext,
  { batch: { topic, partition } }: EachBatchPayload,
  { refused }: Slice,
): Promise<void> {
  if (refused.length === 0 || options.onPermanent === 'stop') return;
  await deadLetters.send({ topic, partition, group: options.group, letters: refused });
  metrics?.dead.inc({ topic }, refused.length);
  metrics?.errors.inc({ topic, kind: 'permanent' }, refused.length);
  refused.length = 0;
}

/**
 * Fetches no more of the partition in this generation of the group, and commits up to the refused message. The next
 * generation tries again.
 */
function stopPartition(
  { options, metrics }: BatchContext,
  payload: EachBatchPayload,
  { message, why }: DeadLetter,
): void {
  const { topic, partition } = payload.batch;
  const { offset } = message;
  payload.resolveOffset(String(BigInt(offset) - 1n));
  payload.pause();
  metrics?.stopped.set({ topic, partition }, 1);
  metrics?.errors.inc({ topic, kind: 'permanent' });
  const eventId = readHeader(message.headers, 'ce_id');
  options.log.error(
    { group: options.group, topic, partition, offset, eventId, why },
    'an event can never be applied; its partition is stopped',
  );
}

function measureDelays(metrics: ConsumerMetrics | undefined, events: readonly InboundEvent[]): void {
  const nowMs = systemClock.real().getTime();
  for (const { recordedAt } of events) metrics?.delays.observe(Math.max(0, nowMs - recordedAt.getTime()) / 1_000);
}

/** Repeats `work` with backoff until it succeeds; false when the consumer was stopped or lost the partition. */
async function retryUntilDone(
  batchContext: BatchContext,
  payload: EachBatchPayload,
  work: () => Promise<void>,
): Promise<boolean> {
  const { options, metrics, signal } = batchContext;
  const { topic, partition } = payload.batch;
  const job = `${options.group} ${topic}/${String(partition)}`;
  const failureLog = createFailureLog({ log: options.log, job, message: 'a batch of facts could not be applied' });
  for (;;) {
    try {
      await work();
      failureLog.succeeded();
      metrics?.stalled.set({ topic, partition }, 0);
      return true;
    } catch (error) {
      failureLog.failed(error);
      metrics?.errors.inc({ topic, kind: toEventError(error).kind });
      metrics?.stalled.set({ topic, partition }, failureLog.failures());
      const pauseMs = backoffMs(failureLog.failures(), 0, systemRandom, backoffMsMax);
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      if (isOver(batchContext, payload)) return false;
      await payload.heartbeat();
    }
  }
}

function isOver({ signal }: BatchContext, payload: EachBatchPayload): boolean {
  return signal.aborted || !payload.isRunning() || payload.isStale();
}

/** Runs the handler in the trace of its event; a batch of several gets a span of its own that links them all. */
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
