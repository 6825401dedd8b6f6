import { createConnection, type Socket } from 'node:net';
import { eventCatalogue, type InboundEvent, type OutboundEvent } from '@pitanga/contracts';
import { appendEvents, connect, inTransaction, outboxIsEmpty, type Db } from '@pitanga/database';
import { createMetrics } from '@pitanga/runtime';
import {
  produce,
  silentLog,
  testDatabase,
  testIds,
  testInfra,
  testMessaging,
  waitFor,
  type TestDatabase,
} from '@pitanga/testing';
import { Kafka, logLevel } from 'kafkajs';
import {
  deadLetterTopic,
  ensureTopics,
  readEvents,
  startConsumer,
  startRelay,
  type Messaging,
  type ReadEvent,
} from '../src';

const at = new Date('2026-11-21T12:00:00.000Z');
const topic = eventCatalogue['customer.created'].topic;

function customerCreated(key: string, number: number, name?: string): OutboundEvent {
  return {
    type: 'customer.created',
    id: testIds.next('event', at),
    key,
    occurredAt: at,
    data: { tenant: { storeId: 'store_1', devMode: true }, customer: { id: `${key}-${number}`, name }, createdAt: at },
  };
}

/** A way to the run's broker that can be cut, for those who go by it alone. */
function breakableNetwork(): { kafka: Kafka; cut(): void; mend(): void } {
  const sockets: Socket[] = [];
  let isCut = false;
  return {
    kafka: new Kafka({
      brokers: [testInfra().kafka],
      logLevel: logLevel.NOTHING,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 },
      socketFactory: ({ host, port, onConnect }) => {
        const socket = createConnection({ host, port }, onConnect);
        sockets.push(socket);
        if (isCut) socket.destroy(new Error('cut'));
        return socket;
      },
    }),
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy(new Error('cut'));
    },
    mend: () => {
      isCut = false;
    },
  };
}

/** What nobody can decode. */
const broken = (key: string) => ({
  key,
  value: '{broken',
  headers: { ce_id: 'evt_1', ce_type: 'customer.created' },
});

describe('facts through the outbox and Kafka', () => {
  let database: TestDatabase;
  let db: Db;
  let messaging: Messaging;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    database = await testDatabase('payouts');
    db = database.db;
    messaging = testMessaging('messaging');
    await ensureTopics(messaging, { partitions: 3 });
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  afterAll(() => database.drop());

  const relay = async (): Promise<void> => {
    const running = await startRelay({ db, messaging, log: silentLog });
    closers.push(() => running.stop());
  };
  const consume = async (group: string, handle: (events: readonly InboundEvent[]) => Promise<void>): Promise<void> => {
    const running = await startConsumer({ messaging, group, types: ['customer.created'], handle, log: silentLog });
    closers.push(() => running.stop());
  };

  it('publishes what was committed, in order per key, and nothing that was rolled back', async () => {
    const keys = ['a', 'b', 'c', 'd'].map((key) => `${key}-${testIds.token(6)}`);
    const seen: InboundEvent[] = [];
    await relay();
    await consume('order', (events) => {
      seen.push(...events);
      return Promise.resolve();
    });
    for (let number = 0; number < 25; number += 1) {
      await inTransaction(db, (tx) =>
        appendEvents(
          tx,
          keys.map((key) => customerCreated(key, number)),
          at,
        ),
      );
      await inTransaction(db, async (tx) => {
        await appendEvents(tx, [customerCreated('rolled-back', number)], at);
        throw new Error('rolled back');
      }).catch(() => undefined);
    }
    // A partition that changes hands may be told again from an older offset, in the same order.
    const mine = (): InboundEvent[] => {
      const first = new Map<string, InboundEvent>();
      for (const event of seen) if (keys.includes(event.key) && !first.has(event.id)) first.set(event.id, event);
      return [...first.values()];
    };
    await waitFor('all facts', () => Promise.resolve(mine().length >= 100));
    for (const key of keys) {
      const numbers = mine().filter((event) => event.key === key);
      expect(numbers.map((event) => event.type === 'customer.created' && event.data.customer?.id)).toEqual(
        Array.from({ length: 25 }, (_, number) => `${key}-${number}`),
      );
    }
    expect(seen.some(({ key }) => key === 'rolled-back')).toBe(false);
    expect(seen[0]).toMatchObject({ occurredAt: at, recordedAt: at });
    await waitFor('an empty outbox', () => outboxIsEmpty(db));
  });

  it('tells again, by the same ids, what it does not know to have arrived; the first of each id are in order', async () => {
    const keys = ['a', 'b', 'c'].map((key) => `${key}-${testIds.token(6)}`);
    const events = Array.from({ length: 60 }, (_, number) => customerCreated(keys[number % 3] ?? '', number));
    await appendEvents(db, events, at);
    let batches = 0;
    const kafka = Object.create(messaging.kafka) as Messaging['kafka'];
    kafka.producer = (config) => {
      const producer = messaging.kafka.producer(config);
      const { sendBatch } = producer;
      producer.sendBatch = async (batch) => {
        const acknowledged = await sendBatch(batch);
        batches += 1;
        // As a process that is killed between the broker's acknowledgement and its own commit.
        if (batches === 1) throw new Error('killed');
        return acknowledged;
      };
      return producer;
    };
    const running = await startRelay({ db, messaging: { ...messaging, kafka }, log: silentLog });
    closers.push(() => running.stop());
    await waitFor('an empty outbox', () => outboxIsEmpty(db));

    const told: ReadEvent[] = [];
    const take = (event: ReadEvent): boolean => told.push(event) > 0;
    await readEvents({ messaging, topics: [topic], from: 'beginning', take, signal: new AbortController().signal });
    for (const key of keys) {
      const wanted = events.filter((event) => event.key === key).map(({ id }) => id);
      const ids = told.filter((event) => event.key === key).map(({ id }) => id);
      expect(ids).toEqual([...wanted, ...wanted]);
      expect([...new Set(ids)]).toEqual(wanted);
    }
  });

  it('keeps the order of a key though two relays run on one outbox', async () => {
    const key = testIds.token(8);
    const seen: string[] = [];
    await relay();
    await relay();
    await consume('two-relays', (events) => {
      seen.push(
        ...events.flatMap((e) => (e.type === 'customer.created' && e.key === key ? [e.data.customer?.id ?? ''] : [])),
      );
      return Promise.resolve();
    });
    for (let number = 0; number < 200; number += 1) await appendEvents(db, [customerCreated(key, number)], at);
    await waitFor('all facts', () => Promise.resolve(new Set(seen).size === 200));
    expect([...new Set(seen)]).toEqual(Array.from({ length: 200 }, (_, number) => `${key}-${number}`));
  });

  it('publishes large facts by the batch: together they are more than Kafka takes at once', async () => {
    const key = testIds.token(8);
    const name = 'x'.repeat(16_000);
    await appendEvents(
      db,
      Array.from({ length: 200 }, (_, number) => customerCreated(key, number, name)),
      at,
    );
    await relay();
    await waitFor('an empty outbox', () => outboxIsEmpty(db));
  });

  it('sets a fact aside that Kafka can never take, and publishes all others in order', async () => {
    const key = testIds.token(8);
    const events = Array.from({ length: 60 }, (_, number) =>
      number === 40 ? customerCreated(`${key}-large`, number, 'x'.repeat(2_000_000)) : customerCreated(key, number),
    );
    const seen: string[] = [];
    await consume('poison-row', (facts) => {
      seen.push(...facts.filter((fact) => fact.key === key).map(({ id }) => id));
      return Promise.resolve();
    });
    await appendEvents(db, events, at);
    await relay();
    await waitFor('an empty outbox', () => outboxIsEmpty(db));
    const others = events.filter((fact) => fact.key === key).map(({ id }) => id);
    await waitFor('all others', () => Promise.resolve(new Set(seen).size === others.length));
    expect([...new Set(seen)]).toEqual(others);
    expect(await db('outbox_dead').pluck('event_id')).toEqual([events[40]?.id]);
  });

  it('retries a failing handler in place and skips nothing', async () => {
    const key = testIds.token(8);
    const applied: string[] = [];
    let failures = 0;
    await relay();
    await consume('retrying', (events) => {
      const mine = events.filter((event) => event.key === key);
      if (mine.length > 0 && failures < 3) {
        failures += 1;
        return Promise.reject(new Error('the database is away'));
      }
      applied.push(...mine.map(({ id }) => id));
      return Promise.resolve();
    });
    const events = [0, 1, 2].map((number) => customerCreated(key, number));
    await appendEvents(db, events, at);
    await waitFor('the retry', () => Promise.resolve(applied.length >= 3));
    expect(applied).toEqual(events.map(({ id }) => id));
    expect(failures).toBe(3);
  });

  it('tells how far a consumer is behind, which partition fails and how old facts are', async () => {
    const metrics = createMetrics();
    const measured = { ...messaging, metrics };
    const key = testIds.token(8);
    let isBroken = true;
    const handle = (events: readonly InboundEvent[]): Promise<void> =>
      isBroken && events.some((event) => event.key === key) ? Promise.reject(new Error('broken')) : Promise.resolve();
    const relaying = await startRelay({ db, messaging: measured, log: silentLog });
    closers.push(() => relaying.stop());
    const group = 'measured';
    const types = ['customer.created'] as const;
    const consumer = await startConsumer({ messaging: measured, group, types, handle, log: silentLog });
    closers.push(() => consumer.stop());
    await appendEvents(
      db,
      Array.from({ length: 5 }, (_, number) => customerCreated(key, number)),
      at,
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

  it('tells whether it runs: not without its topic nor without Kafka, but without a partition', async () => {
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
      closers.push(() => consumer.stop());
      return async () => /^pitanga_consumer_running\{group="running"\} (\d)$/m.exec(await metrics.metrics())?.[1];
    };
    const first = await start();
    await waitFor('a second try', () => Promise.resolve(failures > 1));
    expect(await first()).toBe('0');
    const admin = elsewhere.kafka.admin();
    await admin.connect();
    closers.push(() => admin.disconnect());
    const theTopic = { topic: elsewhere.topicName(topic), numPartitions: 1 };
    await admin.createTopics({ topics: [theTopic], waitForLeaders: false });
    await waitFor('a consumer that runs', async () => (await first()) === '1', 50_000);
    // One of the two has no partition.
    const second = await start();
    const both = async (value: string): Promise<boolean> => (await first()) === value && (await second()) === value;
    await waitFor('two that run', () => both('1'), 50_000);
    network.cut();
    await waitFor('none that runs', () => both('0'), 50_000);
    network.mend();
    await waitFor('two that run again', () => both('1'), 50_000);
  }, 240_000);

  it('answers a scrape at once while the database refuses or gives no connection, without an age of the outbox', async () => {
    const full = connect({ url: database.url, applicationName: 'full', poolMax: 1 });
    const refused = connect({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'refused' });
    const taken = await full.transaction();
    closers.push(() => refused.destroy());
    closers.push(() => full.destroy());
    closers.push(() => taken.rollback().then(() => undefined));
    const ageOf = async (pool: Db): Promise<() => Promise<string | undefined>> => {
      const metrics = createMetrics();
      const relaying = await startRelay({ db: pool, messaging: { ...messaging, metrics }, log: silentLog });
      closers.push(() => relaying.stop());
      return async () => {
        const startedMs = performance.now();
        const text = await metrics.metrics();
        expect(performance.now() - startedMs).toBeLessThan(4_000);
        return /^pitanga_outbox_oldest_age_seconds (.*)$/m.exec(text)?.[1];
      };
    };
    const ages = [await ageOf(full), await ageOf(refused)];
    for (const age of ages) await waitFor('an age nobody knows', async () => (await age()) === 'Nan');
  });

  it('counts dead letters of each topic from nought, so that the first one is an increase', async () => {
    const metrics = createMetrics();
    const measured = { ...messaging, metrics };
    const types = ['customer.created', 'charge.paid'] as const;
    const consumer = await startConsumer({
      messaging: measured,
      group: 'nought',
      types,
      handle: () => Promise.resolve(),
      log: silentLog,
    });
    closers.push(() => consumer.stop());
    const text = await metrics.metrics();
    for (const type of types) {
      const name = messaging.topicName(eventCatalogue[type].topic);
      expect(text).toContain(`pitanga_dead_letters_total{topic="${name}"} 0`);
    }
  });

  it('sets what cannot be decoded aside with its origin and goes on', async () => {
    const key = testIds.token(8);
    const seen: string[] = [];
    await produce(messaging, topic, [broken(key)]);
    await relay();
    await consume('poison', (events) => {
      seen.push(...events.map((event) => event.key));
      return Promise.resolve();
    });
    await appendEvents(db, [customerCreated(key, 1)], at);
    await waitFor('the fact behind the broken one', () => Promise.resolve(seen.includes(key)));

    const dead: { key: string | undefined; from: string | undefined }[] = [];
    const reader = messaging.kafka.consumer({ groupId: messaging.groupName('dead-reader'), maxWaitTimeInMs: 100 });
    await reader.connect();
    await reader.subscribe({ topic: messaging.topicName(deadLetterTopic(topic)), fromBeginning: true });
    await reader.run({
      eachMessage: ({ message }) => {
        dead.push({ key: message.key?.toString(), from: message.headers?.['dead-topic']?.toString() });
        return Promise.resolve();
      },
    });
    await waitFor('the dead letter', () => Promise.resolve(dead.some((letter) => letter.key === key)));
    expect(dead.find((letter) => letter.key === key)?.from).toBe(messaging.topicName(topic));
    await reader.disconnect();
  });

  it('sets the same message aside once, though Kafka is away at first and the handler fails behind it', async () => {
    const key = testIds.token(8);
    let connects = 0;
    let kept = 0;
    const kafka = Object.create(messaging.kafka) as Messaging['kafka'];
    kafka.producer = (config) => {
      const producer = messaging.kafka.producer(config);
      connects += 1;
      if (connects === 1) producer.connect = () => Promise.reject(new Error('Kafka is away'));
      const { send } = producer;
      producer.send = (record) => {
        kept += record.messages.filter((message) => message.key?.toString() === key).length;
        return send(record);
      };
      return producer;
    };
    await produce(messaging, topic, [broken(key)]);
    await appendEvents(db, [customerCreated(key, 1)], at);
    await relay();
    await waitFor('an empty outbox', () => outboxIsEmpty(db));
    let tries = 0;
    const consumer = await startConsumer({
      messaging: { ...messaging, kafka },
      group: `dead-${key}`,
      types: ['customer.created'],
      handle: (events) => {
        if (events.every((event) => event.key !== key)) return Promise.resolve();
        tries += 1;
        return tries < 3 ? Promise.reject(new Error('the database is away')) : Promise.resolve();
      },
      log: silentLog,
    });
    closers.push(() => consumer.stop());
    await waitFor('the fact behind the broken one', () => Promise.resolve(tries >= 3));
    expect(connects).toBe(2);
    expect(kept).toBe(1);
  });

  it('gives what one consumer did not finish to the next of its group', async () => {
    const key = testIds.token(8);
    const seen: string[] = [];
    await relay();
    const first = await startConsumer({
      messaging,
      group: 'handover',
      types: ['customer.created'],
      handle: () => Promise.reject(new Error('never')),
      log: silentLog,
    });
    await appendEvents(db, [customerCreated(key, 1)], at);
    await waitFor('an empty outbox', () => outboxIsEmpty(db));
    await first.stop();
    await consume('handover', (events) => {
      seen.push(...events.map((event) => event.key));
      return Promise.resolve();
    });
    await waitFor('the fact', () => Promise.resolve(seen.includes(key)));
  });
});
