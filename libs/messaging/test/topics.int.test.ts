import { eventTopics, topicCatalogue } from '@pitanga/contracts';
import { testMessaging, waitFor } from '@pitanga/testing';
import { ConfigResourceTypes, type Admin } from 'kafkajs';
import { deadLetterTopic, ensureTopics } from '../src';

const dayMs = 86_400_000;
const messaging = testMessaging('topics');
const customers = messaging.topicName('pitanga.billing.customer.v1');
const products = messaging.topicName('pitanga.billing.product.v1');
let admin: Admin;

beforeAll(async () => {
  admin = messaging.kafka.admin();
  await admin.connect();
});
afterAll(() => admin.disconnect());

async function settingsOf(topic: string): Promise<Record<string, string>> {
  const resources = [{ type: ConfigResourceTypes.TOPIC, name: topic }];
  const described = await admin.describeConfigs({ resources, includeSynonyms: false });
  const entries = described.resources[0]?.configEntries ?? [];
  return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
}

async function partitionsOf(topic: string): Promise<number> {
  return (await admin.fetchTopicMetadata({ topics: [topic] })).topics[0]?.partitions.length ?? 0;
}

async function set(topic: string, settings: Record<string, string>): Promise<void> {
  const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
  const resources = [{ type: ConfigResourceTypes.TOPIC, name: topic, configEntries }];
  await admin.alterConfigs({ validateOnly: false, resources });
  const [name = '', value] = Object.entries(settings)[0] ?? [];
  await waitFor('the older settings', async () => (await settingsOf(topic))[name] === value);
}

describe('the topics', () => {
  it('of an older installation get the settings of the catalogue, and keep their partitions and other settings', async () => {
    await admin.createTopics({ topics: [{ topic: customers, numPartitions: 2 }], waitForLeaders: true });
    await set(customers, { 'retention.ms': '1000', 'max.message.bytes': '2000000' });
    await ensureTopics(messaging, { partitions: 1 });
    // A broker answers what it has learnt of its controller, a moment later.
    const settings = await waitFor('the settings', async () => {
      const now = await settingsOf(customers);
      return now['retention.ms'] === String(14 * dayMs) && now;
    });
    expect(settings).toMatchObject({ 'cleanup.policy': 'delete', 'max.message.bytes': '2000000' });
    // Else a message would outlive them in a segment that is still open.
    expect(settings).toMatchObject({ 'segment.ms': String(dayMs) });
    expect(await partitionsOf(customers)).toBe(2);
  });

  it('are all there with a dead-letter topic each, and a repeat changes nothing', async () => {
    await ensureTopics(messaging, { partitions: 1 });
    const wanted = eventTopics.flatMap((topic) => [topic, deadLetterTopic(topic)]);
    // A broker answers what it has learnt of its controller, a moment later.
    await waitFor('all topics', async () => {
      const existing = new Set(await admin.listTopics());
      return wanted.every((topic) => existing.has(messaging.topicName(topic)));
    });
    expect(await settingsOf(messaging.topicName(deadLetterTopic('pitanga.billing.charge.v1')))).toMatchObject({
      'retention.ms': String(30 * dayMs),
    });
  });

  it('whose last fact says everything keep it for ever, and every single fact for two weeks', async () => {
    expect(await settingsOf(products)).toMatchObject({
      'cleanup.policy': 'compact',
      'min.compaction.lag.ms': String(14 * dayMs),
    });
  });

  it('about people are never kept for ever', () => {
    const withCustomers = /\.(customer|checkout|charge|agreement|subscription|cycle|payout)\.v1$/;
    const kept = Object.entries(topicCatalogue).filter(
      ([topic, { isCompacted }]) => withCustomers.test(topic) && isCompacted,
    );
    expect(kept).toEqual([]);
  });
});
