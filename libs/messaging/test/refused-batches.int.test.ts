import { eventCatalogue, type OutboundEvent } from '@pitanga/contracts';
import { inTransaction, appendEvents, outboxIsEmpty } from '@pitanga/database';
import { silentLog, testDatabase, testIds, testMessaging, waitFor, type TestDatabase } from '@pitanga/testing';
import { readEvents, startRelay, type Messaging } from '../src';

const at = new Date('2026-11-21T12:00:00.000Z');
const topic = eventCatalogue['customer.created'].topic;
let database: TestDatabase;
let messaging: Messaging;

beforeEach(async () => {
  database = await testDatabase('payouts');
  messaging = testMessaging('refused');
});
afterEach(() => database.close());

async function createTopic(settings: Readonly<Record<string, string>>): Promise<void> {
  const admin = messaging.kafka.admin();
  await admin.connect();
  const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
  const theTopic = { topic: messaging.topicName(topic), numPartitions: 1, configEntries };
  // Waiting for leaders would throw while the broker does not know the topic yet.
  await admin.createTopics({ topics: [theTopic], waitForLeaders: false });
  await waitFor('a topic with leaders', async () => {
    const found = await admin.fetchTopicMetadata({ topics: [theTopic.topic] }).catch(() => undefined);
    return found?.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0)) === true;
  });
  await admin.disconnect();
}

/** 60 events, of which one has another name; in one batch. */
async function append(name: string, special: string): Promise<readonly OutboundEvent[]> {
  const tenant = { storeId: 'store_1', devMode: true };
  const events = Array.from({ length: 60 }, (_, number): OutboundEvent => {
    const customer = { id: `cust_${String(number)}`, name: number === 40 ? special : name };
    const id = testIds.next('event', at);
    const key = number === 40 ? 'refused' : 'cust';
    return { type: 'customer.created', id, key, occurredAt: at, data: { tenant, customer, createdAt: at } };
  });
  await inTransaction(database.db, (tx) => appendEvents(tx, events, at));
  return events;
}

/** Publishes until the outbox is empty; returns the ids on the topic. */
async function relayAll(through: Messaging = messaging): Promise<readonly string[]> {
  const relay = await startRelay({ db: database.db, messaging: through, log: silentLog });
  try {
    await waitFor('an empty outbox', () => outboxIsEmpty(database.db));
  } finally {
    await relay.stop();
  }
  const ids: string[] = [];
  await readEvents({
    messaging,
    topics: [topic],
    from: 'beginning',
    take: ({ id }) => ids.push(id) > 0,
    signal: new AbortController().signal,
  });
  return ids;
}

/** Sends messages of the key `refused` without a key, which a compacted topic never accepts. */
function withoutRefusedKeys(): Messaging {
  const kafka = Object.create(messaging.kafka) as Messaging['kafka'];
  kafka.producer = (config) => {
    const producer = messaging.kafka.producer(config);
    const { sendBatch } = producer;
    producer.sendBatch = (batch) => {
      const topicMessages = batch.topicMessages?.map((ofTopic) => ({
        ...ofTopic,
        messages: ofTopic.messages.map((message) => ({ ...message, key: message.key === 'refused' ? null : 'cust' })),
      }));
      return sendBatch({ ...batch, topicMessages: topicMessages ?? [] });
    };
    return producer;
  };
  return { ...messaging, kafka };
}

it('publishes a batch in parts that are small enough, in order, where the topic takes less than the default', async () => {
  await createTopic({ 'max.message.bytes': '20000' });
  const events = await append('x'.repeat(2_000), 'x'.repeat(2_000));
  expect(await relayAll()).toEqual(events.map(({ id }) => id));
});

it.each([
  {
    refusal: 'MESSAGE_TOO_LARGE',
    settings: { 'max.message.bytes': '20000' },
    special: 'x'.repeat(30_000),
    through: () => messaging,
  },
  {
    refusal: 'INVALID_RECORD',
    settings: { 'cleanup.policy': 'compact' },
    special: 'x',
    through: withoutRefusedKeys,
  },
])(
  'finds the one row of a batch that the broker refuses with $refusal, and publishes the others in order',
  async (row) => {
    await createTopic(row.settings);
    const events = await append('x', row.special);
    const accepted = events.filter(({ key }) => key !== 'refused').map(({ id }) => id);
    expect(await relayAll(row.through())).toEqual(accepted);
    const refused = events.filter(({ key }) => key === 'refused').map(({ id }) => id);
    expect(await database.db('outbox_dead').pluck('event_id')).toEqual(refused);
    expect(await database.db('outbox_dead').pluck('reason')).toEqual([expect.stringMatching(/\S/)]);
  },
);
