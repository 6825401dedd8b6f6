import { eventCatalogue, UnreadableMessageError, type InboundEvent } from '@pitanga/contracts';
import { createMetrics } from '@pitanga/runtime';
import { produce, silentLog, testIds, testMessaging, waitFor } from '@pitanga/testing';
import { deadLetterTopic, ensureTopics, startConsumer, type Messaging } from '../src';

const topic = eventCatalogue['customer.created'].topic;

/** One partition, so that what is behind a fact waits for it. */
let messaging: Messaging;
const metrics = createMetrics();
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  messaging = { ...testMessaging('unreadable'), metrics };
  await ensureTopics(messaging, { partitions: 1 });
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function publish(keys: readonly string[]): Promise<void> {
  const at = '2026-11-21T12:00:00.000Z';
  const headersOf = (id: string) => ({ ce_id: id, ce_type: 'customer.created', ce_time: at, ce_recordedtime: at });
  const messages = keys.map((key) => ({ key, value: '{}', headers: headersOf(`evt_${testIds.token(8)}`) }));
  await produce(messaging, topic, messages);
}

async function consume(group: string, handle: (events: readonly InboundEvent[]) => Promise<void>): Promise<void> {
  const consumer = await startConsumer({ messaging, group, types: ['customer.created'], handle, log: silentLog });
  closers.push(() => consumer.stop());
}

/** Keys and reasons of the dead letters so far. */
async function watchDeadLetters(): Promise<readonly { key: string | undefined; why: string | undefined }[]> {
  const letters: { key: string | undefined; why: string | undefined }[] = [];
  const reader = messaging.kafka.consumer({ groupId: messaging.groupName(testIds.token(8)), maxWaitTimeInMs: 100 });
  await reader.connect();
  await reader.subscribe({ topic: messaging.topicName(deadLetterTopic(topic)), fromBeginning: true });
  await reader.run({
    eachMessage: ({ message }) => {
      letters.push({ key: message.key?.toString(), why: message.headers?.['dead-reason']?.toString() });
      return Promise.resolve();
    },
  });
  closers.push(() => reader.disconnect());
  return letters;
}

it('a fact that cannot be read goes to the dead letters alone; the others of its batch are applied in their order', async () => {
  const mark = testIds.token(6);
  const keys = ['a', 'poison', 'b', 'a', 'poison', 'c'].map((name) => `${name}-${mark}`);
  const applied: string[] = [];
  const batches: number[] = [];
  let failures = 0;
  await publish(keys);
  const letters = await watchDeadLetters();
  await consume(`unreadable-${mark}`, (events) => {
    const mine = events.map(({ key }) => key).filter((key) => key.endsWith(mark));
    batches.push(mine.length);
    if (mine.some((key) => key.startsWith('poison'))) throw new UnreadableMessageError('the message has no tenant');
    // Once between the two that cannot be read: what was set aside by then stays so.
    if (mine[0]?.startsWith('b') === true && failures++ === 0) throw new Error('the database is away');
    applied.push(...mine);
    return Promise.resolve();
  });
  await waitFor('the last fact', () => Promise.resolve(applied.includes(`c-${mark}`)));
  expect(batches[0]).toBe(6);
  expect([...new Set(applied)]).toEqual([`a-${mark}`, `b-${mark}`, `c-${mark}`]);
  await publish([`end-${mark}`]);
  await waitFor('what comes after', () => Promise.resolve(applied.includes(`end-${mark}`)));
  await waitFor('the dead letters', () => Promise.resolve(letters.length >= 2));
  const dead = { key: `poison-${mark}`, why: 'the message has no tenant' };
  expect(letters).toEqual([dead, dead]);
  expect(await metrics.metrics()).toContain(`pitanga_dead_letters_total{topic="${messaging.topicName(topic)}"} 2`);
});

it('any other throw keeps a fact where it is, and what is behind it waits', async () => {
  const mark = testIds.token(6);
  const applied: string[] = [];
  let tries = 0;
  await publish([`bug-${mark}`, `behind-${mark}`]);
  await consume(`retried-${mark}`, (events) => {
    const mine = events.map(({ key }) => key).filter((key) => key.endsWith(mark));
    if (mine.includes(`bug-${mark}`) && (tries += 1) <= 3) throw new TypeError('a bug');
    applied.push(...mine);
    return Promise.resolve();
  });
  await waitFor('the fact behind', () => Promise.resolve(applied.includes(`behind-${mark}`)));
  expect(applied).toEqual([`bug-${mark}`, `behind-${mark}`]);
  expect(tries).toBe(4);
});
