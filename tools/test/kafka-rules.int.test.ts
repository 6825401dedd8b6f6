import { eventTopics, publicTopic, publishedTopics } from '@pitanga/contracts';
import {
  createMessaging,
  deadLetterTopic,
  ensureTopics,
  replayDeadLetters,
  rewindConsumers,
  type Messaging,
} from '@pitanga/messaging';
import { silentLog, testTimeoutMs, waitFor } from '@pitanga/testing';
import type { Producer } from 'kafkajs';
import { serviceNames } from '@pitanga/operations/services';
import { kafkaRules, kafkaUsers, type KafkaUser } from '../src/derived/kafka-rules';
import { startRuledKafka, type RuledKafka } from '../src/infra/ruled-kafka';

const allTopics = eventTopics.flatMap((topic) => [topic, publicTopic(topic), deadLetterTopic(topic)]);
/** The group in which a user reads. */
const groups: Partial<Record<KafkaUser, string>> = {
  gateway: 'listener-1',
  subscriptions: 'subscriptions',
  webhooks: 'webhooks',
  ledger: 'ledger',
  analyst: 'analyst-1',
  'full-analyst': 'full-analyst-1',
  history: 'history',
  'public-events': 'public-events',
  operations: 'reader-1',
};

let kafka: RuledKafka;
beforeAll(async () => {
  kafka = await startRuledKafka();
  const owner = createMessaging({ brokers: [kafka.address], prefix: '', clientId: 'owner', log: silentLog });
  await ensureTopics(owner, { partitions: 1, publicForm: true });
  const producer = owner.kafka.producer();
  await producer.connect();
  await producer.sendBatch({
    topicMessages: allTopics.map((topic) => ({ topic, messages: [{ key: 'k', value: 'seen' }] })),
  });
  await producer.disconnect();
  // Kafka loads a coordinator of groups when the first of them is used, and refuses everybody meanwhile.
  for (const group of Object.values(groups)) {
    await waitFor(group, () => isRead(owner, eventTopics[0] ?? '', group).catch(() => false));
  }
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

/** The topics of which the user is told that they exist: who may read one is, so no other can be read. */
async function described(messaging: Messaging): Promise<readonly string[]> {
  const admin = messaging.kafka.admin({ retry: { retries: 1 } });
  await admin.connect();
  try {
    const asked = allTopics.map((topic) =>
      admin.fetchTopicMetadata({ topics: [topic] }).then(
        () => [topic],
        (error: unknown) => {
          expect(String(error)).toMatch(refused);
          return [];
        },
      ),
    );
    return (await Promise.all(asked)).flat();
  } finally {
    await admin.disconnect();
  }
}

/** True when a consumer of the group gets what the topic holds. */
function isRead(messaging: Messaging, topic: string, groupId: string): Promise<boolean> {
  return consumes(messaging, topic, groupId, 'message');
}

/** True when a member is let into the group, of a topic that it may at least describe. */
function joins(messaging: Messaging, topic: string, groupId: string): Promise<boolean> {
  return consumes(messaging, topic, groupId, 'membership');
}

async function consumes(
  messaging: Messaging,
  topic: string,
  groupId: string,
  until: 'message' | 'membership',
): Promise<boolean> {
  const restartOnFailure = () => Promise.resolve(false);
  const retry = { initialRetryTime: 50, retries: 5, restartOnFailure };
  const consumer = messaging.kafka.consumer({ groupId, maxWaitTimeInMs: 100, retry });
  const { promise: outcome, resolve, reject } = Promise.withResolvers<boolean>();
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    reject(payload.error);
  });
  if (until === 'membership') consumer.on(consumer.events.GROUP_JOIN, () => resolve(true));
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const eachMessage = (): Promise<void> => {
      resolve(true);
      return Promise.resolve();
    };
    await consumer.run({ autoCommit: false, eachMessage });
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
    expect([...(await writable(kafka.messagingFor(user)))].sort()).toEqual([...expected].sort());
  });

  it.each(Object.entries(groups) as [KafkaUser, string][])(
    'let %s read what it consumes, and nothing else',
    async (user, group) => {
      const messaging = kafka.messagingFor(user);
      const open: string[] = [];
      for (const topic of await described(messaging)) if (await isRead(messaging, topic, group)) open.push(topic);
      expect(open.sort()).toEqual([...namedBy(user, 'Read')].sort());
    },
    3 * testTimeoutMs,
  );

  it('let nobody into the group of another', async () => {
    for (const user of [...serviceNames, 'analyst', 'full-analyst', 'history', 'public-events'] as const) {
      for (const group of ['ledger', 'listener-1', 'analyst-1', 'public-events'].filter(
        (name) => name !== groups[user],
      )) {
        const [topic = ''] = [...namedBy(user, 'Read'), ...namedBy(user, 'Write')];
        expect({ user, group, isIn: await joins(kafka.messagingFor(user), topic, group) }).toMatchObject({
          isIn: false,
        });
      }
    }
    expect(await joins(kafka.messagingFor('operations'), eventTopics[0] ?? '', 'ledger')).toBe(true);
  });

  it('let operations set groups back and replay dead letters', async () => {
    const messaging = kafka.messagingFor('operations');
    const again = await rewindConsumers(messaging, { groups: ['ledger'], since: new Date(0) });
    expect(again.get('ledger')).toBeGreaterThanOrEqual(0);
    const letters: string[] = [];
    await replayDeadLetters(messaging, { dryRun: true, onLetter: ({ topic }) => letters.push(topic) });
    expect(letters.length).toBeGreaterThan(0);
  });
});

test('a service writes its own topics and the dead letters of what it consumes', () => {
  for (const service of serviceNames) {
    const dead = namedBy(service, 'Read').map(deadLetterTopic);
    const isConsumer = ['subscriptions', 'webhooks'].includes(service);
    expect([...namedBy(service, 'Write')].sort()).toEqual(
      [...publishedTopics(service), ...(isConsumer ? dead : [])].sort(),
    );
  }
  // Nobody but operations reads what could not be applied, and analysts and the history write nothing.
  for (const user of ['analyst', 'full-analyst', 'history'] as const) {
    expect(namedBy(user, 'Write')).toEqual([]);
    expect(namedBy(user, 'Read').filter((topic) => topic.endsWith('.dead'))).toEqual([]);
  }
  expect(namedBy('analyst', 'Read')).toEqual(eventTopics.map(publicTopic));
  expect(namedBy('public-events', 'Write')).toEqual(eventTopics.map(publicTopic));
});
