import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { eventCatalogue, type EventType } from '@pitanga/contracts';
import type { Log } from '@pitanga/runtime';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import { readHeader } from './cloud-event';
import type { Messaging } from './messaging';

export interface ListenerOptions {
  readonly messaging: Messaging;
  readonly types: readonly EventType[];
  /** Gets the key of each event of these types: the id of what it is about. */
  readonly hear: (key: string) => void;
  /** Called when the listener hears no more: what happens until it does again, it misses. */
  readonly lost: () => void;
  readonly log: Log;
}

export interface Listener {
  /** True while every event is heard that is published from now on. */
  readonly isHearing: () => boolean;
  stop(): Promise<void>;
}

/** How the names of listeners' groups begin. */
export const listenerGroups = 'listener-';

/** Longer than a slow broker takes for a fetch, which otherwise ends every second. */
const silentMs = 5_000;
/** After what was heard: the next fetch then has more than one event. A hint may be so late. */
const restMs = 100;
const checkEveryMs = 1_000;
const pauseMs = 1_000;

/**
 * Hears the events that are published while it runs, in every process for itself: it is alone in a group of its own,
 * commits nothing and misses what happens while Kafka is away. For what is only a hint to look, never for an effect.
 * Answers at once and keeps trying.
 */
export function startListener(options: ListenerOptions): Listener {
  const { messaging, log, lost } = options;
  const groupId = messaging.groupName(`${listenerGroups}${randomUUID()}`);
  const stopping = new AbortController();
  const ear = createEar(lost);

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const consumer = createConsumer(messaging, groupId);
      try {
        await listenUntilCrash(consumer, options, ear, stopping.signal);
      } catch (error) {
        ear.goDeaf();
        log.warn({ error: String(error) }, 'the listener stopped; starting it again');
        await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      } finally {
        ear.goDeaf();
        await consumer.disconnect().catch(() => undefined);
      }
    }
  }

  const running = loop();
  return {
    isHearing: ear.isHearing,
    async stop() {
      stopping.abort();
      ear.stop();
      await running;
      await deleteGroup(messaging, groupId);
    },
  };
}

function createConsumer(messaging: Messaging, groupId: string): Consumer {
  return messaging.kafka.consumer({
    groupId,
    sessionTimeout: 6_000,
    heartbeatInterval: 1_500,
    maxWaitTimeInMs: 1_000,
    allowAutoTopicCreation: false,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4, restartOnFailure: () => Promise.resolve(false) },
  });
}

/** Hearing means that a fetch ended lately: the first one ends after the position of each partition is known. */
function createEar(lost: () => void) {
  let fetchedAtMs: number | undefined;
  const isHearing = (): boolean => fetchedAtMs !== undefined && performance.now() - fetchedAtMs < silentMs;
  const goDeaf = (): void => {
    if (fetchedAtMs === undefined) return;
    fetchedAtMs = undefined;
    lost();
  };
  const check = setInterval(() => {
    if (!isHearing()) goDeaf();
  }, checkEveryMs);
  check.unref();
  return {
    isHearing,
    goDeaf,
    fetched: () => (fetchedAtMs = performance.now()),
    stop: () => {
      clearInterval(check);
    },
  };
}

async function listenUntilCrash(
  consumer: Consumer,
  { messaging, types, hear }: ListenerOptions,
  ear: ReturnType<typeof createEar>,
  signal: AbortSignal,
): Promise<void> {
  const over = Promise.withResolvers<undefined>();
  signal.addEventListener('abort', () => {
    over.resolve(undefined);
  });
  consumer.on(consumer.events.FETCH, ear.fetched);
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    over.reject(payload.error);
  });
  const wanted = new Set<string>(types);
  const topics = [...new Set(types.map((type) => messaging.topicName(eventCatalogue[type].topic)))];
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: false });
  await consumer.run({
    autoCommit: false,
    partitionsConsumedConcurrently: 3,
    eachBatch: async (payload) => {
      hearBatch(payload, wanted, hear);
      await delay(restMs, undefined, { signal }).catch(() => undefined);
    },
  });
  await over.promise;
}

/** Reads headers and keys only; who listens asks for the rest where it may. */
function hearBatch({ batch }: EachBatchPayload, wanted: ReadonlySet<string>, hear: (key: string) => void): void {
  for (const { key, headers } of batch.messages) {
    if (key && wanted.has(readHeader(headers, 'ce_type') ?? '')) hear(key.toString());
  }
}

/** A group without members and offsets expires, also when it is not deleted. */
async function deleteGroup({ kafka }: Messaging, groupId: string): Promise<void> {
  const admin = kafka.admin({ retry: { retries: 0 } });
  try {
    await admin.connect();
    await admin.deleteGroups([groupId]);
  } catch {
    // Kafka is away, or the group has gone.
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
