import { eventTopics } from '@pitanga/contracts';
import type { Messaging } from './messaging';
import { retryKafka } from './retry-kafka';

export interface RewindOptions {
  /** Names of the catalogue; none of them may have members. */
  readonly groups: readonly string[];
  /** Each group reads again what was published from this instant on. */
  readonly since: Date;
}

/**
 * Sets the offsets of consumers back after their databases were restored: the events that a restored database lacks must be
 * consumed again. Repeats are dropped by their id. Never sets a group ahead. Returns how many events each group will
 * read again.
 *
 * @throws Error when a group still has members
 */
export async function rewindConsumers(
  messaging: Messaging,
  { groups, since }: RewindOptions,
): Promise<ReadonlyMap<string, number>> {
  const admin = messaging.kafka.admin();
  const again = new Map<string, number>();
  const topics = eventTopics.map((topic) => messaging.topicName(topic));
  await admin.connect();
  try {
    for (const group of groups) {
      const groupId = messaging.groupName(group);
      let count = 0;
      for (const { topic, partitions: committed } of await admin.fetchOffsets({ groupId, topics })) {
        const from = await retryKafka(() => admin.fetchTopicOffsetsByTimestamp(topic, since.getTime()));
        const starts = new Map(from.map(({ partition, offset }) => [partition, BigInt(offset)]));
        const back = committed.flatMap(({ partition, offset }) => {
          const start = starts.get(partition);
          if (start === undefined || start >= BigInt(offset)) return [];
          count += Number(BigInt(offset) - start);
          return [{ partition, offset: String(start) }];
        });
        if (back.length > 0) await admin.setOffsets({ groupId, topic, partitions: back });
      }
      again.set(group, count);
    }
  } finally {
    await admin.disconnect();
  }
  return again;
}
