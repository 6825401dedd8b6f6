import { eventTopics, publishedTopics } from '@pitanga/contracts';
import { createMessaging, deadLetterTopic, ensureTopics, type Messaging } from '@pitanga/messaging';
import { silentLog, testTimeoutMs } from '@pitanga/testing';
import type { Producer } from 'kafkajs';
import { kafkaRules, kafkaUsers, type KafkaUser } from '../src/derived/kafka-rules';
import { startRuledKafka, type RuledKafka } from '../src/infra/ruled-kafka';
import { serviceNames } from '../src/platform/services';

const allTopics = eventTopics.flatMap((topic) => [topic, deadLetterTopic(topic)]);
/** The group in which a user reads. */
const groups: Partial<Record<KafkaUser, string>> = {
  gateway: 'listener-1',
  subscriptions: 'subscriptions',
  webhooks: 'webhooks',
  ledger: 'ledger',
  analyst: 'analyst-1',
};

let kafka: RuledKafka;
beforeAll(async () => {
  kafka = await startRuledKafka();
  const owner = createMessaging({ brokers: [kafka.address], prefix: '', clientId: 'owner', log: silentLog });
  await ensureTopics(owner, { partitions: 1 });
  const producer = owner.kafka.producer();
  await producer.connect();
  await producer.sendBatch({
    topicMessages: allTopics.map((topic) => ({ topic, messages: [{ key: 'k', value: 'seen' }] })),
  });
  await producer.disconnect();
  for (const group of Object.values(groups)) expect(await isRead(owner, eventTopics[0] ?? '', group)).toBe(true);
}, 2 * testTimeoutMs);
afterAll(() => kafka.stop());

/** The client hides that a group is refused: it finds no coordinator. There is one: the owner has used its group. */
const refused = /authori[sz]ed|authori[sz]ation|Failed to find group coordinator/i;

/** The topics of these to which `write` is not refused. */
async function writable(messaging: Messaging): Promise<readonly string[]> {
  const producer = messaging.kafka.producer({ retry: { retries: 1 }, idempotent: true, maxInFlightRequests: 1 });
  try {
    await producer.connect();
  } catch (error) {
    // Who may write nothing gets no id of a producer.
    expect(String(error)).toMatch(refused);
    return [];
  }
  try {
    const open: string[] = [];
    for (const topic of allTopics) if (await isWritten(producer, topic)) open.push(topic);
    return open;
  } finally {
    await producer.disconnect();
  }
}

async function isWritten(producer: Producer, topic: string): Promise<boolean> {
  try {
    await producer.send({ topic, messages: [{ key: 'k', value: 'written' }] });
    return true;
  } catch (error) {
    expect(String(error)).toMatch(refused);
    return false;
  }
}

/** True when a consumer of the group gets what the topic holds. */
async function isRead(messaging: Messaging, topic: string, groupId: string): Promise<boolean> {
  const restartOnFailure = () => Promise.resolve(false);
  const consumer = messaging.kafka.consumer({
    groupId,
    maxWaitTimeInMs: 100,
    retry: { initialRetryTime: 50, retries: 5, restartOnFailure },
  });
  const { promise: outcome, resolve, reject } = Promise.withResolvers<boolean>();
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    reject(payload.error);
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({ autoCommit: false, eachMessage: () => Promise.resolve(resolve(true)) });
    return await outcome;
  } catch (error) {
    expect(String(error)).toMatch(refused);
    return false;
  } finally {
    outcome.catch(() => undefined);
    await consumer.disconnect();
  }
}

const namedBy = (user: KafkaUser, operation: 'Read' | 'Write'): readonly string[] =>
  kafkaRules(user)
    .filter(({ type, operations }) => type === 'topic' && operations.includes(operation))
    .flatMap(({ name, patternType }) =>
      patternType === 'literal' ? [name] : allTopics.filter((topic) => topic.startsWith(name)),
    );

describe('the rules of Kafka', () => {
  it.each(kafkaUsers)('let %s write what the catalogue says, and nothing else', async (user) => {
    const expected = namedBy(user, 'Write');
    expect([...(await writable(kafka.messagingOf(user)))].sort()).toEqual([...expected].sort());
  });

  it.each(Object.entries(groups) as [KafkaUser, string][])(
    'let %s read what it consumes, and nothing else',
    async (user, group) => {
      const messaging = kafka.messagingOf(user);
      const open: string[] = [];
      for (const topic of allTopics) if (await isRead(messaging, topic, group)) open.push(topic);
      expect(open.sort()).toEqual([...namedBy(user, 'Read')].sort());
    },
    3 * testTimeoutMs,
  );

  it('let nobody into the group of another', async () => {
    for (const user of [...serviceNames, 'analyst'] as const) {
      for (const group of Object.values(groups).filter((name) => name !== groups[user])) {
        const [topic = eventTopics[0] ?? ''] = namedBy(user, 'Read');
        expect({ user, group, isIn: await isRead(kafka.messagingOf(user), topic, group) }).toMatchObject({
          isIn: false,
        });
      }
    }
  });
});

test('a service writes its own topics and the dead letters of what it consumes', () => {
  for (const service of serviceNames) {
    const dead = namedBy(service, 'Read').map(deadLetterTopic);
    const isConsumer = ['subscriptions', 'webhooks', 'ledger'].includes(service);
    expect([...namedBy(service, 'Write')].sort()).toEqual(
      [...publishedTopics(service), ...(isConsumer ? dead : [])].sort(),
    );
  }
  // Nobody but operations reads what could not be applied, and analysts write nothing.
  expect(namedBy('analyst', 'Write')).toEqual([]);
  expect(namedBy('analyst', 'Read').filter((topic) => topic.endsWith('.dead'))).toEqual([]);
});
