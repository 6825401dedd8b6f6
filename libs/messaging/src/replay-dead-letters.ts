import { eventTopics } from '@pitanga/contracts';
import { Partitioners, type Admin, type IHeaders } from 'kafkajs';
import { readHeader } from './cloud-event';
import type { Messaging } from './messaging';
import type { PlacedMessage } from './read-event';
import { readMessages } from './reader';
import { deadLetterTopic } from './topics';

/** A dead letter for people and for tools. */
export interface LetterSummary {
  readonly eventId: string;
  readonly type: string;
  readonly key: string;
  /** With the prefix of the installation. */
  readonly topic: string;
  readonly partition: string;
  readonly offset: string;
  readonly group: string;
  readonly reason: string;
}

export interface ReplayOptions {
  /** Names of the catalogue; absent: all. */
  readonly topics?: readonly string[] | undefined;
  /** Only these events, also those that were replayed before. */
  readonly eventIds?: readonly string[] | undefined;
  /** Reports the letters and publishes none. */
  readonly dryRun?: boolean | undefined;
  readonly onLetter: (letter: LetterSummary) => void;
}

/** The position of this command: what it has replayed. No member ever joins the group. */
const replayGroup = 'dead-letters';

/**
 * Publishes dead letters again, unchanged, on the topic they came from. Consumers that have applied the event drop it by
 * its id; the one that refused it tries again. A letter is replayed once, unless its event is named.
 */
export async function replayDeadLetters(messaging: Messaging, options: ReplayOptions): Promise<number> {
  const topics = (options.topics ?? eventTopics).map(deadLetterTopic);
  const admin = messaging.kafka.admin();
  await admin.connect();
  try {
    const letters = await readLetters(messaging, topics);
    const selected = options.eventIds
      ? letters.filter(({ message }) => options.eventIds?.includes(readHeader(message.headers, 'ce_id') ?? ''))
      : await dropReplayed(admin, messaging, letters);
    for (const letter of selected) options.onLetter(toSummary(letter));
    if (options.dryRun === true || selected.length === 0) return selected.length;
    await publish(messaging, selected);
    if (!options.eventIds) await commitReplayed(admin, messaging, selected);
    return selected.length;
  } finally {
    await admin.disconnect();
  }
}

async function readLetters(messaging: Messaging, topics: readonly string[]): Promise<readonly PlacedMessage[]> {
  const letters: PlacedMessage[] = [];
  const { signal } = new AbortController();
  await readMessages({ messaging, topics, from: 'beginning', signal, take: (letter) => letters.push(letter) > 0 });
  return letters;
}

async function dropReplayed(
  admin: Admin,
  messaging: Messaging,
  letters: readonly PlacedMessage[],
): Promise<readonly PlacedMessage[]> {
  const topics = [...new Set(letters.map(({ topic }) => messaging.topicName(topic)))];
  if (topics.length === 0) return [];
  const committed = await admin.fetchOffsets({ groupId: messaging.groupName(replayGroup), topics });
  const next = new Map(
    committed.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => [`${topic} ${String(partition)}`, BigInt(offset)] as const),
    ),
  );
  return letters.filter(
    ({ topic, partition, message }) =>
      BigInt(message.offset) >= (next.get(`${messaging.topicName(topic)} ${String(partition)}`) ?? 0n),
  );
}

async function commitReplayed(admin: Admin, messaging: Messaging, letters: readonly PlacedMessage[]): Promise<void> {
  const groupId = messaging.groupName(replayGroup);
  for (const [name, ofTopic] of Map.groupBy(letters, ({ topic }) => topic)) {
    const partitions = [...Map.groupBy(ofTopic, ({ partition }) => partition)].map(([partition, ofPartition]) => ({
      partition,
      offset: String(BigInt(ofPartition.at(-1)?.message.offset ?? '-1') + 1n),
    }));
    await admin.setOffsets({ groupId, topic: messaging.topicName(name), partitions });
  }
}

async function publish(messaging: Messaging, letters: readonly PlacedMessage[]): Promise<void> {
  const producer = messaging.kafka.producer({
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
  });
  await producer.connect();
  try {
    for (const { topic, message } of letters) {
      await producer.send({
        topic: messaging.topicName(originTopic(topic)),
        acks: -1,
        messages: [{ key: message.key, value: message.value, headers: ownHeaders(message.headers) }],
      });
    }
  } finally {
    await producer.disconnect();
  }
}

/** By the name of the dead letter topic, not by a header: a letter cannot name another topic. */
function originTopic(topic: string): string {
  const origin = eventTopics.find((name) => deadLetterTopic(name) === topic);
  if (origin === undefined) throw new Error(`${topic} is no topic of dead letters`);
  return origin;
}

function ownHeaders(headers: IHeaders | undefined): IHeaders {
  return Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => !name.startsWith('dead-')));
}

function toSummary({ message: { key, headers } }: PlacedMessage): LetterSummary {
  const header = (name: string): string => readHeader(headers, name) ?? '';
  return {
    eventId: header('ce_id'),
    type: header('ce_type'),
    key: key?.toString() ?? '',
    topic: header('dead-topic'),
    partition: header('dead-partition'),
    offset: header('dead-offset'),
    group: header('dead-group'),
    reason: header('dead-reason'),
  };
}
