import type { Admin, Consumer } from 'kafkajs';
import type { Messaging } from './messaging';
import { createRangeProgress, type OffsetRange, type RangeProgress } from './range-progress';
import type { ReadEvent } from './read-event';
import { retryKafka } from './retry-kafka';

export interface RangeReader {
  /** What each partition holds now. */
  held(): Promise<readonly OffsetRange[]>;
  /**
   * Reads these messages, in their order within a partition; where some are no longer held, the others.
   *
   * @throws Error when nothing comes for 30 s, when another reader has joined the group, and what `take` throws
   */
  read(ranges: readonly OffsetRange[], take: (event: ReadEvent) => void): Promise<void>;
  /** @throws Error when another reader has joined the group since this one was opened */
  assertAlone(): void;
  close(): Promise<void>;
}

export interface RangeReaderOptions {
  readonly messaging: Messaging;
  /** Of this reader alone: it is a lock, whose offsets are never committed. */
  readonly group: string;
  readonly topics: readonly string[];
}

/**
 * Reads ranges of offsets that its caller keeps. Only one may read at a time: a second one takes partitions from the first,
 * and both fail.
 *
 * @throws Error when another reader is in the group, the broker cannot be reached or a topic is not there
 */
export async function openRangeReader({ messaging, group, topics }: RangeReaderOptions): Promise<RangeReader> {
  const progress = createRangeProgress(messaging.topicName(''));
  const admin = messaging.kafka.admin();
  const consumer = messaging.kafka.consumer({
    groupId: messaging.groupName(group),
    maxWaitTimeInMs: 250,
    allowAutoTopicCreation: false,
    // While it joins, a broker that has just started; later, what it had not read would be forgotten.
    retry: { retries: 4, restartOnFailure: () => Promise.resolve(!progress.hasBegun()) },
  });
  const held = (): Promise<readonly OffsetRange[]> => readHeldRanges(admin, messaging, topics);
  const close = async (): Promise<void> => {
    await consumer.disconnect();
    await admin.disconnect();
  };
  try {
    await admin.connect();
    await join(consumer, messaging, await held(), progress);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    held,
    async read(ranges, take) {
      const wanted = ranges.filter(({ from, to }) => from < to);
      const ended = progress.begin(wanted, take);
      for (const { topic, partition, from } of wanted) {
        const name = messaging.topicName(topic);
        consumer.seek({ topic: name, partition, offset: String(from) });
        consumer.resume([{ topic: name, partitions: [partition] }]);
      }
      await ended;
    },
    assertAlone: progress.assertRunning,
    close,
  };
}

/** Every partition waits until a range of it is read. */
async function join(
  consumer: Consumer,
  messaging: Messaging,
  held: readonly OffsetRange[],
  progress: RangeProgress,
): Promise<void> {
  const joined = Promise.withResolvers<undefined>();
  const partitions = [...Map.groupBy(held, ({ topic }) => messaging.topicName(topic))].map(([topic, ranges]) => ({
    topic,
    partitions: ranges.map(({ partition }) => partition),
  }));
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) progress.fail(payload.error);
  });
  consumer.on(consumer.events.REBALANCING, () => {
    progress.fail(new Error('another reader has joined the group'));
  });
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    const count = Object.values(payload.memberAssignment).flat().length;
    if (count < held.length) progress.fail(new Error('another reader is in the group'));
    // Not whole topics: the client forgets that all of one were paused when it pauses a partition.
    consumer.pause(partitions);
    joined.resolve(undefined);
  });
  await consumer.connect();
  await consumer.subscribe({ topics: partitions.map(({ topic }) => topic), fromBeginning: true });
  await consumer.run({ autoCommit: false, eachBatch: progress.takeBatch });
  await Promise.race([joined.promise, progress.failed]);
  progress.assertRunning();
}

async function readHeldRanges(
  admin: Admin,
  messaging: Messaging,
  topics: readonly string[],
): Promise<readonly OffsetRange[]> {
  const held: OffsetRange[] = [];
  for (const topic of topics) {
    const offsets = await retryKafka(() => admin.fetchTopicOffsets(messaging.topicName(topic)));
    for (const { partition, low, high } of offsets) {
      held.push({ topic, partition, from: Number(low), to: Number(high) });
    }
  }
  return held;
}
