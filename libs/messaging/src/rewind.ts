import { eventTopics } from '@pitanga/contracts';
import type { Messaging } from './messaging';
import { withPatience } from './patience';

export interface RewindOptions {
  /** As services name them; none of them may run. */
  readonly groups: readonly string[];
  /** Each group reads again what was published from this instant on. */
  readonly since: Date;
}

/**
 * Sets consumers back after their databases were restored: Kafka remembers further than the inboxes do, and what they
 * have forgotten must come again. What an inbox still knows is dropped by its id. Never sets anybody ahead. Answers how
 * many facts each group will read again.
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
        const from = await withPatience(() => admin.fetchTopicOffsetsByTimestamp(topic, since.getTime()));
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
