import { eventCatalogue, type InboundEvent } from '@pitanga/contracts';
import { inTransaction, appendEvents, outboxIsEmpty } from '@pitanga/database';
import { createMetrics } from '@pitanga/runtime';
import { produce, silentLog, testIds, testMessaging, testTimeoutMs, waitFor } from '@pitanga/testing';
import { deadLetterTopic, startConsumer, startRelay, type Messaging } from '../src';
import { at, breakableNetwork, broken, customerCreated, messagingHarness, topic } from './harness';

describe('a consumer', () => {
  const harness = messagingHarness();

  it('retries a failing handler in place and skips nothing', async () => {
    const key = testIds.token(8);
    const applied: string[] = [];
    let failures = 0;
    await harness.relay();
    await harness.consume('retrying', (events) => {
      const mine = events.filter((event) => event.key === key);
      if (mine.length > 0 && failures < 3) {
        failures += 1;
        return Promise.reject(new Error('the database is away'));
      }
      applied.push(...mine.map(({ id }) => id));
      return Promise.resolve();
    });
    const events = [0, 1, 2].map((number) => customerCreated(key, number));
    await inTransaction(harness.db, (tx) => appendEvents(tx, events, at));
    await waitFor('the retry', () => Promise.resolve(applied.length >= 3));
    expect(applied).toEqual(events.map(({ id }) => id));
    expect(failures).toBe(3);
  });

  it('tells how far a consumer is behind, which partition fails and how old facts are', async () => {
    const metrics = createMetrics();
    const measured = { ...harness.messaging, metrics };
    const key = testIds.token(8);
    let isBroken = true;
    const handle = (events: readonly InboundEvent[]): Promise<void> =>
      isBroken && events.some((event) => event.key === key) ? Promise.reject(new Error('broken')) : Promise.resolve();
    const relaying = await startRelay({ db: harness.db, messaging: measured, log: silentLog });
    harness.closers.push(() => relaying.stop());
    const group = 'measured';
    const types = ['customer.created'] as const;
    const consumer = await startConsumer({ messaging: measured, group, types, handle, log: silentLog });
    harness.closers.push(() => consumer.stop());
    await inTransaction(harness.db, (tx) =>
      appendEvents(
        tx,
        Array.from({ length: 5 }, (_, number) => customerCreated(key, number)),
        at,
      ),
    );
    const values = async (name: string): Promise<readonly number[]> =>
      [...(await metrics.metrics()).matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)`, 'gm'))].map(([, value]) =>
        Number(value),
      );
    const failing = () => values('pitanga_consumer_failures_in_a_row');
    await waitFor('a partition that fails', async () => (await failing()).some((failures) => failures > 1));
    expect((await values('pitanga_consumer_lag')).some((lag) => lag >= 5)).toBe(true);
    isBroken = false;
    await waitFor('no partition that fails', async () => (await failing()).every((failures) => failures === 0));
    await waitFor('nothing left', async () => (await values('pitanga_consumer_lag')).every((lag) => lag === 0));
    expect((await values('pitanga_event_delay_seconds_count'))[0]).toBeGreaterThanOrEqual(5);
    expect((await values('pitanga_events_published_total'))[0]).toBeGreaterThanOrEqual(5);
  });

  it(
    'tells whether it runs: not without its topic nor without Kafka, but without a partition',
    async () => {
      const elsewhere = testMessaging('running');
      const network = breakableNetwork();
      let failures = 0;
      const log = Object.create(silentLog) as typeof silentLog;
      log.warn = () => (failures += 1);
      const start = async (): Promise<() => Promise<string | undefined>> => {
        const metrics = createMetrics();
        const consumer = await startConsumer({
          messaging: { ...elsewhere, metrics, kafka: network.kafka },
          group: 'running',
          types: ['customer.created'],
          handle: () => Promise.resolve(),
          log,
        });
        harness.closers.push(() => consumer.stop());
        return async () => /^pitanga_consumer_running\{group="running"\} (\d)$/m.exec(await metrics.metrics())?.[1];
      };
      const first = await start();
      await waitFor('a second try', () => Promise.resolve(failures > 1));
      expect(await first()).toBe('0');
      const admin = elsewhere.kafka.admin();
      await admin.connect();
      harness.closers.push(() => admin.disconnect());
      const theTopic = { topic: elsewhere.topicName(topic), numPartitions: 1 };
      await admin.createTopics({ topics: [theTopic], waitForLeaders: false });
      await waitFor('a consumer that runs', async () => (await first()) === '1', testTimeoutMs);
      // One of the two has no partition.
      const second = await start();
      const both = async (value: string): Promise<boolean> => (await first()) === value && (await second()) === value;
      await waitFor('two that run', () => both('1'), testTimeoutMs);
      network.cut();
      await waitFor('none that runs', () => both('0'), testTimeoutMs);
      network.mend();
      await waitFor('two that run again', () => both('1'), testTimeoutMs);
    },
    4 * testTimeoutMs,
  );

  it('counts dead letters of each topic from nought, so that the first one is an increase', async () => {
    const metrics = createMetrics();
    const measured = { ...harness.messaging, metrics };
    const types = ['customer.created', 'charge.paid'] as const;
    const consumer = await startConsumer({
      messaging: measured,
      group: 'nought',
      types,
      handle: () => Promise.resolve(),
      log: silentLog,
    });
    harness.closers.push(() => consumer.stop());
    const text = await metrics.metrics();
    for (const type of types) {
      const name = harness.messaging.topicName(eventCatalogue[type].topic);
      expect(text).toContain(`pitanga_dead_letters_total{topic="${name}"} 0`);
    }
  });

  it('sets what cannot be decoded aside with its origin and goes on', async () => {
    const key = testIds.token(8);
    const seen: string[] = [];
    await produce(harness.messaging, topic, [broken(key)]);
    await harness.relay();
    await harness.consume('poison', (events) => {
      seen.push(...events.map((event) => event.key));
      return Promise.resolve();
    });
    await inTransaction(harness.db, (tx) => appendEvents(tx, [customerCreated(key, 1)], at));
    await waitFor('the fact behind the broken one', () => Promise.resolve(seen.includes(key)));

    const dead: { key: string | undefined; from: string | undefined }[] = [];
    const reader = harness.messaging.kafka.consumer({
      groupId: harness.messaging.groupName('dead-reader'),
      maxWaitTimeInMs: 100,
    });
    await reader.connect();
    await reader.subscribe({ topic: harness.messaging.topicName(deadLetterTopic(topic)), fromBeginning: true });
    await reader.run({
      eachMessage: ({ message }) => {
        dead.push({ key: message.key?.toString(), from: message.headers?.['dead-topic']?.toString() });
        return Promise.resolve();
      },
    });
    await waitFor('the dead letter', () => Promise.resolve(dead.some((letter) => letter.key === key)));
    expect(dead.find((letter) => letter.key === key)?.from).toBe(harness.messaging.topicName(topic));
    await reader.disconnect();
  });

  it('sets the same message aside once, though Kafka is away at first and the handler fails behind it', async () => {
    const key = testIds.token(8);
    let connects = 0;
    let kept = 0;
    const kafka = Object.create(harness.messaging.kafka) as Messaging['kafka'];
    kafka.producer = (config) => {
      const producer = harness.messaging.kafka.producer(config);
      connects += 1;
      if (connects === 1) producer.connect = () => Promise.reject(new Error('Kafka is away'));
      const { send } = producer;
      producer.send = (record) => {
        kept += record.messages.filter((message) => message.key?.toString() === key).length;
        return send(record);
      };
      return producer;
    };
    await produce(harness.messaging, topic, [broken(key)]);
    await inTransaction(harness.db, (tx) => appendEvents(tx, [customerCreated(key, 1)], at));
    await harness.relay();
    await waitFor('an empty outbox', () => outboxIsEmpty(harness.db));
    let tries = 0;
    const consumer = await startConsumer({
      messaging: { ...harness.messaging, kafka },
      group: `dead-${key}`,
      types: ['customer.created'],
      handle: (events) => {
        if (events.every((event) => event.key !== key)) return Promise.resolve();
        tries += 1;
        return tries < 3 ? Promise.reject(new Error('the database is away')) : Promise.resolve();
      },
      log: silentLog,
    });
    harness.closers.push(() => consumer.stop());
    await waitFor('the fact behind the broken one', () => Promise.resolve(tries >= 3));
    expect(connects).toBe(2);
    expect(kept).toBe(1);
  });

  it('gives what one consumer did not finish to the next of its group', async () => {
    const key = testIds.token(8);
    const seen: string[] = [];
    await harness.relay();
    const first = await startConsumer({
      messaging: harness.messaging,
      group: 'handover',
      types: ['customer.created'],
      handle: () => Promise.reject(new Error('never')),
      log: silentLog,
    });
    await inTransaction(harness.db, (tx) => appendEvents(tx, [customerCreated(key, 1)], at));
    await waitFor('an empty outbox', () => outboxIsEmpty(harness.db));
    await first.stop();
    await harness.consume('handover', (events) => {
      seen.push(...events.map((event) => event.key));
      return Promise.resolve();
    });
    await waitFor('the fact', () => Promise.resolve(seen.includes(key)));
  });
});
