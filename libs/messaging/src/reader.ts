import { randomUUID } from 'node:crypto';
import type { Admin, Consumer, EachBatchPayload } from 'kafkajs';
import type { Messaging } from './messaging';
import { partitionName, toReadEvent, type PlacedMessage, type ReadEvent } from './read-event';
import { retryKafka } from './retry-kafka';

/** How the names of readers' groups begin. */
export const readerGroups = 'reader-';

interface TopicRange {
  readonly messaging: Messaging;
  readonly topics: readonly string[];
  /** `beginning`: the messages there are now, then the end. `latest`: messages that come later, until it is stopped. */
  readonly from: 'beginning' | 'latest';
  /** Whether to keep reading after the messages there are now. */
  readonly follow?: boolean;
  readonly signal: AbortSignal;
}

export interface ReadOptions extends TopicRange {
  /** Gets the events in the order of their partition; false ends the reading. */
  readonly take: (event: ReadEvent) => boolean;
}

interface MessageReadOptions extends TopicRange {
  readonly take: (placed: PlacedMessage) => boolean;
}

/**
 * Reads topics in a consumer group of its own, which is deleted afterwards, without committing anything.
 *
 * @throws Error when the broker cannot be reached or a topic is not there
 */
export async function readEvents({ take, ...range }: ReadOptions): Promise<void> {
  await readMessages({ ...range, take: (placed) => take(toReadEvent(placed)) });
}

/** {@link readEvents} for messages as they are stored. */
export async function readMessages(options: MessageReadOptions): Promise<void> {
  const { messaging, signal } = options;
  const groupId = messaging.groupName(`${readerGroups}${randomUUID()}`);
  const admin = messaging.kafka.admin();
  const consumer = messaging.kafka.consumer({ groupId, maxWaitTimeInMs: 250, allowAutoTopicCreation: false });
  await admin.connect();
  try {
    const unread = await readEnds(admin, options);
    const isBounded = options.from === 'beginning' && options.follow !== true;
    if (isBounded && unread.size === 0) return;
    await consumer.connect();
    await consumeUntilDone(consumer, options, isBounded ? unread : undefined, signal);
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
}

async function consumeUntilDone(
  consumer: Consumer,
  options: MessageReadOptions,
  unread: Map<string, bigint> | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { messaging, topics, from } = options;
  const done = Promise.withResolvers<undefined>();
  const finish = (): void => {
    done.resolve(undefined);
  };
  signal.addEventListener('abort', finish);
  if (signal.aborted) finish();
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) done.reject(payload.error);
  });
  await consumer.subscribe({
    topics: topics.map((topic) => messaging.topicName(topic)),
    fromBeginning: from === 'beginning',
  });
  let isDone = false;
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: true,
    eachBatch: (payload) => {
      isDone ||= signal.aborted || !takeBatch(options, payload, unread) || unread?.size === 0;
      if (isDone) finish();
      return Promise.resolve();
    },
  });
  await done.promise;
}

/** False when the reader wants no more. */
function takeBatch(
  { messaging, take }: MessageReadOptions,
  { batch }: EachBatchPayload,
  unread: Map<string, bigint> | undefined,
): boolean {
  const topic = batch.topic.slice(messaging.topicName('').length);
  const partition = partitionName(batch.topic, batch.partition);
  const end = unread?.get(partition);
  // Messages that come while this reads are left to the next reader.
  if (unread && end === undefined) return true;
  for (const message of batch.messages) {
    if (end !== undefined && BigInt(message.offset) >= end) break;
    if (!take({ topic, partition: batch.partition, message })) return false;
  }
  if (end !== undefined && BigInt(batch.lastOffset()) >= end - 1n) unread?.delete(partition);
  return true;
}

/** Where each partition that holds anything ends now: the offset of the next message. */
async function readEnds(admin: Admin, { messaging, topics }: MessageReadOptions): Promise<Map<string, bigint>> {
  const ends = new Map<string, bigint>();
  for (const name of topics.map((topic) => messaging.topicName(topic))) {
    for (const { partition, low, high } of await retryKafka(() => admin.fetchTopicOffsets(name))) {
      if (low !== high) ends.set(partitionName(name, partition), BigInt(high));
    }
  }
  return ends;
}
