import { setTimeout as delay } from 'node:timers/promises';
import { eventCatalogue, eventTopics } from '@pitanga/contracts';
import { createStreamPace } from '@pitanga/runtime';
import type { Consumer } from 'kafkajs';
import { consumeBatch, type BatchContext } from './consume-batch';
import { consumerMetrics } from './consumer-metrics';
import type { ConsumerOptions } from './consumer-options';
import { createDeadLetters } from './dead-letters';
import { createOffsetCommits, type OffsetCommits } from './offset-commits';

export interface RunningConsumer {
  stop(): Promise<void>;
}

/**
 * A fetch begins so long after the last one began at the earliest: a fetch asks for every partition and is followed by a
 * transaction, so that what comes in a stream shares them. A fetch that had to wait for what came alone is followed by the
 * next one at once.
 */
const fetchEveryMs = 15;

/** Starts consuming; answers at once and keeps trying while Kafka is away. */
export function startConsumer(options: ConsumerOptions): Promise<RunningConsumer> {
  const { messaging, group, log } = options;
  const stopping = new AbortController();
  const deadLetters = createDeadLetters(messaging);
  const metrics = consumerMetrics(messaging);
  const topics = listTopics(options.types).map((topic) => messaging.topicName(topic));
  for (const topic of topics) {
    // A counter that appears with its first dead letter has no increase, which is what the alert compares.
    metrics?.dead.inc({ topic }, 0);
    for (const kind of ['transient', 'permanent', 'unknown']) metrics?.errors.inc({ topic, kind }, 0);
  }
  metrics?.running.set({ group }, 0);

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const member = createMember(options);
      const commits = createOffsetCommits();
      try {
        await consumeUntilCrash(member, topics, commits, { options, deadLetters, metrics, signal: stopping.signal });
      } catch (error) {
        log.warn({ error: describe(error), group }, 'the consumer stopped; starting it again');
        await delay(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
      } finally {
        await commits.flush();
        await member.disconnect().catch(() => undefined);
        commits.stop();
        // The last of what the client still had under way is over.
        metrics?.running.set({ group }, 0);
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

function listTopics(types: ConsumerOptions['types']): readonly string[] {
  return types === 'all' ? eventTopics : [...new Set(types.map((type) => eventCatalogue[type].topic))];
}

function createMember({ messaging, group, types }: ConsumerOptions): Consumer {
  return messaging.kafka.consumer({
    groupId: messaging.groupName(group),
    // Short, because a killed process is only replaced after its session; no static membership in kafkajs.
    sessionTimeout: 6_000,
    heartbeatInterval: 1_500,
    rebalanceTimeout: 10_000,
    // New messages end it at once. It delays joins, leaves and stops, and heartbeats, which the client sends between fetches.
    maxWaitTimeInMs: 1_000,
    allowAutoTopicCreation: false,
    // A fetch is decoded whole, and one of all topics may bring a part of a hundred partitions from each broker.
    ...(types === 'all' && { maxBytes: 2 * 1_048_576 }),
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4, restartOnFailure: () => Promise.resolve(false) },
  });
}

/**
 * Returns when the signal is aborted; the member stays connected.
 * @throws the error with which the member could not start or crashed
 */
async function consumeUntilCrash(
  member: Consumer,
  topics: readonly string[],
  commits: OffsetCommits,
  batchContext: BatchContext,
): Promise<void> {
  const { options, metrics, signal } = batchContext;
  const { group } = options;
  const crashed = Promise.withResolvers<undefined>();
  let fetchBeganMs = 0;
  const pace = createStreamPace({ aloneMs: fetchEveryMs, streamMs: options.streamMs ?? fetchEveryMs });
  member.on(member.events.FETCH_START, () => {
    fetchBeganMs = performance.now();
  });
  // Not with the join: a member that may not read joins again and again. One without a partition fetches too.
  member.on(member.events.FETCH, () => {
    metrics?.running.set({ group }, 1);
  });
  member.on(member.events.GROUP_JOIN, () => {
    // Partitions may have moved to other members; those still assigned here report again with their next batch.
    metrics?.lag.reset();
    metrics?.stalled.reset();
    metrics?.stopped.reset();
    member.resume(member.paused());
  });
  member.on(member.events.CRASH, ({ payload }) => {
    metrics?.running.set({ group }, 0);
    crashed.reject(payload.error);
  });
  signal.addEventListener('abort', () => {
    crashed.resolve(undefined);
  });
  await member.connect();
  await member.subscribe({ topics: [...topics], fromBeginning: true });
  await member.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: 3,
    eachBatch: async (payload) => {
      try {
        await consumeBatch(batchContext, payload);
      } finally {
        commits.request(payload);
        pace.note(payload.batch.messages.length);
        const restMs = fetchBeganMs + pace.spacingMs() - performance.now();
        if (restMs > 0) await delay(restMs, undefined, { signal }).catch(() => undefined);
        // Nothing is fetched any more, and the member is about to leave.
        if (signal.aborted) await commits.flush();
      }
    },
  });
  await crashed.promise;
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
