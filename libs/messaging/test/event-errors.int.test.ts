import { eventCatalogue, UnreadableMessageError, type InboundEvent } from '@pitanga/contracts';
import { unavailable } from '@pitanga/core';
import { connect } from '@pitanga/database';
import { createMetrics } from '@pitanga/runtime';
import { produce, silentLog, testIds, testMessaging, waitFor } from '@pitanga/testing';
import { deadLetterTopic, EventError, startConsumer, type ConsumerOptions, type Messaging } from '../src';

type Handle = ConsumerOptions['handle'];

interface Letter {
  readonly key: string | undefined;
  readonly reason: string | undefined;
}

interface Running {
  /** Keys in the order in which the handler applied them. */
  readonly applied: readonly string[];
  /** The value of a metric, by the labels besides the topic. */
  metric(name: string, labels: string): Promise<number | undefined>;
  stop(): Promise<void>;
}

const topic = eventCatalogue['customer.created'].topic;
const group = 'consumer';
const both = ['dead-letter', 'stop'] as const;
const closers: (() => Promise<unknown>)[] = [];
let messaging: Messaging;

/** Topics of its own for each test: a group starts at the beginning, where another test may have left what stops it. */
beforeEach(async () => {
  messaging = testMessaging('event-errors');
  const admin = messaging.kafka.admin();
  await admin.connect();
  const topics = [
    { topic: messaging.topicName(topic), numPartitions: 2 },
    { topic: messaging.topicName(deadLetterTopic(topic)), numPartitions: 1 },
  ];
  // Waiting for leaders would throw while the broker does not know the topics yet.
  await admin.createTopics({ topics, waitForLeaders: false });
  await waitFor('topics with leaders', async () => {
    const found = await admin
      .fetchTopicMetadata({ topics: topics.map(({ topic: name }) => name) })
      .catch(() => undefined);
    return found?.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0)) === true;
  });
  await admin.disconnect();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function publish(keys: readonly string[], options: { partition?: number; value?: string } = {}): Promise<void> {
  const { partition = 0, value = '{}' } = options;
  const at = '2026-11-21T12:00:00.000Z';
  const headersOf = (id: string) => ({ ce_id: id, ce_type: 'customer.created', ce_time: at, ce_recordedtime: at });
  const messages = keys.map((key) => ({
    key,
    value,
    partition,
    headers: headersOf(testIds.next('event', new Date())),
  }));
  await produce(messaging, topic, messages);
}

/** A consumer whose handler calls `check` before it applies a batch. */
async function consume(onPermanent: 'dead-letter' | 'stop', check: Handle): Promise<Running> {
  const applied: string[] = [];
  const metrics = createMetrics();
  const handle: Handle = async (events) => {
    await check(events);
    applied.push(...events.map(({ key }) => key));
  };
  const consumer = await startConsumer({
    messaging: { ...messaging, metrics },
    group,
    types: ['customer.created'],
    handle,
    onPermanent,
    log: silentLog,
  });
  closers.push(() => consumer.stop());
  const name = messaging.topicName(topic);
  return {
    applied,
    metric: async (metric, labels) => {
      const line = `${metric}{topic="${name}"${labels}} `;
      const found = (await metrics.metrics()).split('\n').find((text) => text.startsWith(line));
      return found === undefined ? undefined : Number(found.slice(line.length));
    },
    stop: () => consumer.stop(),
  };
}

const includes = (events: readonly InboundEvent[], key: string): boolean => events.some((event) => event.key === key);

/** The dead letters so far, and those that come. */
async function watchDeadLetters(): Promise<readonly Letter[]> {
  const letters: Letter[] = [];
  const reader = messaging.kafka.consumer({ groupId: messaging.groupName(testIds.token(8)), maxWaitTimeInMs: 100 });
  await reader.connect();
  await reader.subscribe({ topic: messaging.topicName(deadLetterTopic(topic)), fromBeginning: true });
  await reader.run({
    eachMessage: ({ message }) => {
      letters.push({ key: message.key?.toString(), reason: message.headers?.['dead-reason']?.toString() });
      return Promise.resolve();
    },
  });
  closers.push(() => reader.disconnect());
  return letters;
}

async function committedOffset(partition: number): Promise<string | undefined> {
  const admin = messaging.kafka.admin();
  await admin.connect();
  const topics = [messaging.topicName(topic)];
  const [offsets] = await admin.fetchOffsets({ groupId: messaging.groupName(group), topics });
  await admin.disconnect();
  return offsets?.partitions.find((found) => found.partition === partition)?.offset;
}

describe.each(both)('a consumer with onPermanent %s', (onPermanent) => {
  it.each([
    {
      name: 'a database that does not answer',
      fail: async () => {
        const away = connect({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'away' });
        try {
          await away.raw('select 1');
        } finally {
          await away.destroy();
        }
      },
    },
    { name: 'a service that is unavailable', fail: () => Promise.reject(unavailable('Try again.', 'AWAY')) },
    { name: 'a named error', fail: () => Promise.reject(new EventError('transient', 'the lock was lost')) },
  ])('retries a transient error in order until it passes: $name', async ({ fail }) => {
    let tries = 0;
    await publish(['late', 'behind']);
    const consumer = await consume(onPermanent, async (events) => {
      if (includes(events, 'late') && (tries += 1) <= 2) await fail();
    });
    await waitFor('the event behind', () => Promise.resolve(consumer.applied.includes('behind')));
    expect(consumer.applied).toEqual(['late', 'behind']);
    expect(await consumer.metric('pitanga_consumer_errors_total', ',kind="transient"')).toBe(2);
    expect(await consumer.metric('pitanga_consumer_errors_total', ',kind="unknown"')).toBe(0);
    expect(await consumer.metric('pitanga_dead_letters_total', '')).toBe(0);
  });

  it('retries an unknown error in order, and reports how often it has failed', async () => {
    let isBroken = true;
    await publish(['bug', 'behind']);
    const consumer = await consume(onPermanent, (events) => {
      if (isBroken && includes(events, 'bug')) throw new TypeError('a bug');
      return Promise.resolve();
    });
    const failures = () => consumer.metric('pitanga_consumer_failures_in_a_row', ',partition="0"');
    await waitFor('failures in a row', async () => ((await failures()) ?? 0) >= 3);
    expect(consumer.applied).toEqual([]);
    isBroken = false;
    await waitFor('the event behind', () => Promise.resolve(consumer.applied.includes('behind')));
    expect(consumer.applied).toEqual(['bug', 'behind']);
    expect(await consumer.metric('pitanga_consumer_errors_total', ',kind="unknown"')).toBeGreaterThanOrEqual(3);
    expect(await consumer.metric('pitanga_consumer_errors_total', ',kind="permanent"')).toBe(0);
    expect(await failures()).toBe(0);
  });
});

it.each([
  { name: 'unreadable', error: () => new UnreadableMessageError('the message has no tenant') },
  { name: 'named', error: () => new EventError('permanent', 'the message has no tenant') },
])('moves the permanent events of a batch to the dead letters and applies the others in order: $name', async (row) => {
  const batches: number[] = [];
  let failures = 0;
  await publish(['a', 'poison', 'b', 'a', 'poison', 'c']);
  const letters = await watchDeadLetters();
  const consumer = await consume('dead-letter', (events) => {
    batches.push(events.length);
    if (includes(events, 'poison')) throw row.error();
    // Once between the two permanent ones: the first is not moved again by the retry.
    if (events[0]?.key === 'b' && failures++ === 0) throw new Error('a bug');
    return Promise.resolve();
  });
  await waitFor('the last event', () => Promise.resolve(consumer.applied.includes('c')));
  expect(batches[0]).toBe(6);
  expect([...new Set(consumer.applied)]).toEqual(['a', 'b', 'c']);
  await publish(['end']);
  await waitFor('the event behind', () => Promise.resolve(consumer.applied.includes('end')));
  await waitFor('the dead letters', () => Promise.resolve(letters.length >= 2));
  const letter = { key: 'poison', reason: 'the message has no tenant' };
  expect(letters).toEqual([letter, letter]);
  expect(await consumer.metric('pitanga_dead_letters_total', '')).toBe(2);
  expect(await consumer.metric('pitanga_consumer_errors_total', ',kind="permanent"')).toBe(2);
});

describe('a consumer that stops at permanent errors', () => {
  it.each([
    { name: 'an error of the handler', publishPoison: () => publish(['poison']) },
    { name: 'a value that is no JSON', publishPoison: () => publish(['poison'], { value: '{broken' }) },
  ])('stops that partition only, moves nothing to the dead letters, and goes on after a repair: $name', async (row) => {
    const letters = await watchDeadLetters();
    await publish(['before', 'also-before']);
    await row.publishPoison();
    await publish(['behind']);
    const consumer = await consume('stop', (events) => {
      if (includes(events, 'poison')) throw new EventError('permanent', 'no tenant');
      return Promise.resolve();
    });
    const stopped = (partition: number) =>
      consumer.metric('pitanga_consumer_stopped', `,partition="${String(partition)}"`);
    await waitFor('a stopped partition', async () => (await stopped(0)) === 1);
    await publish(['elsewhere'], { partition: 1 });
    await waitFor('the other partition', () => Promise.resolve(consumer.applied.includes('elsewhere')));
    await waitFor('the committed offset', async () => (await committedOffset(0)) === '2');
    expect([...new Set(consumer.applied)]).toEqual(['before', 'also-before', 'elsewhere']);
    expect(await stopped(1)).toBeUndefined();
    expect(await consumer.metric('pitanga_dead_letters_total', '')).toBe(0);
    expect(await consumer.metric('pitanga_consumer_errors_total', ',kind="permanent"')).toBeGreaterThanOrEqual(1);
    expect(letters).toEqual([]);
    await consumer.stop();

    const repaired = await consume('dead-letter', () => Promise.resolve());
    await waitFor('the event behind', () => Promise.resolve(repaired.applied.includes('behind')));
    expect(repaired.applied).not.toContain('before');
  });

  it('tries a stopped partition again when the group changes', async () => {
    let isBroken = true;
    await publish(['poison', 'behind']);
    const check: Handle = (events) => {
      if (isBroken && includes(events, 'poison')) throw new EventError('permanent', 'no tenant');
      return Promise.resolve();
    };
    const first = await consume('stop', check);
    await waitFor('a stopped partition', async () => {
      return (await first.metric('pitanga_consumer_stopped', ',partition="0"')) === 1;
    });
    isBroken = false;
    const second = await consume('stop', check);
    const applied = () => [...first.applied, ...second.applied];
    await waitFor('the event behind', () => Promise.resolve(applied().includes('behind')));
    expect(applied()).toEqual(['poison', 'behind']);
    expect(await first.metric('pitanga_consumer_stopped', ',partition="0"')).not.toBe(1);
  });
});
