import { type InboundEvent } from '@pitanga/contracts';
import { appendEvents, connect, inTransaction, outboxIsEmpty, type Db } from '@pitanga/database';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, testIds, waitFor } from '@pitanga/testing';
import { readEvents, startRelay, type Messaging, type ReadEvent } from '../src';
import { at, customerCreated, messagingHarness, topic } from './harness';

describe('the relay', () => {
  const harness = messagingHarness();

  it('publishes what was committed, in order per key, and nothing that was rolled back', async () => {
    const keys = ['a', 'b', 'c', 'd'].map((key) => `${key}-${testIds.token(6)}`);
    const seen: InboundEvent[] = [];
    await harness.relay();
    await harness.consume('order', (events) => {
      seen.push(...events);
      return Promise.resolve();
    });
    for (let number = 0; number < 25; number += 1) {
      await inTransaction(harness.db, (tx) =>
        appendEvents(
          tx,
          keys.map((key) => customerCreated(key, number)),
          at,
        ),
      );
      await inTransaction(harness.db, async (tx) => {
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
    await waitFor('an empty outbox', () => outboxIsEmpty(harness.db));
  });

  it('tells again, by the same ids, what it does not know to have arrived; the first of each id are in order', async () => {
    const keys = ['a', 'b', 'c'].map((key) => `${key}-${testIds.token(6)}`);
    const events = Array.from({ length: 60 }, (_, number) => customerCreated(keys[number % 3] ?? '', number));
    await inTransaction(harness.db, (tx) => appendEvents(tx, events, at));
    let batches = 0;
    const kafka = Object.create(harness.messaging.kafka) as Messaging['kafka'];
    kafka.producer = (config) => {
      const producer = harness.messaging.kafka.producer(config);
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
    const running = await startRelay({ db: harness.db, messaging: { ...harness.messaging, kafka }, log: silentLog });
    harness.closers.push(() => running.stop());
    await waitFor('an empty outbox', () => outboxIsEmpty(harness.db));

    const told: ReadEvent[] = [];
    const take = (event: ReadEvent): boolean => told.push(event) > 0;
    await readEvents({
      messaging: harness.messaging,
      topics: [topic],
      from: 'beginning',
      take,
      signal: new AbortController().signal,
    });
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
    await harness.relay();
    await harness.relay();
    await harness.consume('two-relays', (events) => {
      seen.push(
        ...events.flatMap((e) => (e.type === 'customer.created' && e.key === key ? [e.data.customer?.id ?? ''] : [])),
      );
      return Promise.resolve();
    });
    for (let number = 0; number < 200; number += 1)
      await inTransaction(harness.db, (tx) => appendEvents(tx, [customerCreated(key, number)], at));
    await waitFor('all facts', () => Promise.resolve(new Set(seen).size === 200));
    expect([...new Set(seen)]).toEqual(Array.from({ length: 200 }, (_, number) => `${key}-${number}`));
  });

  it('publishes large facts by the batch: together they are more than Kafka takes at once', async () => {
    const key = testIds.token(8);
    const name = 'x'.repeat(16_000);
    await inTransaction(harness.db, (tx) =>
      appendEvents(
        tx,
        Array.from({ length: 200 }, (_, number) => customerCreated(key, number, name)),
        at,
      ),
    );
    await harness.relay();
    await waitFor('an empty outbox', () => outboxIsEmpty(harness.db));
  });

  it('sets a fact aside that Kafka can never take, and publishes all others in order', async () => {
    const key = testIds.token(8);
    const events = Array.from({ length: 60 }, (_, number) =>
      number === 40 ? customerCreated(`${key}-large`, number, 'x'.repeat(2_000_000)) : customerCreated(key, number),
    );
    const seen: string[] = [];
    await harness.consume('poison-row', (facts) => {
      seen.push(...facts.filter((fact) => fact.key === key).map(({ id }) => id));
      return Promise.resolve();
    });
    await inTransaction(harness.db, (tx) => appendEvents(tx, events, at));
    await harness.relay();
    await waitFor('an empty outbox', () => outboxIsEmpty(harness.db));
    const others = events.filter((fact) => fact.key === key).map(({ id }) => id);
    await waitFor('all others', () => Promise.resolve(new Set(seen).size === others.length));
    expect([...new Set(seen)]).toEqual(others);
    expect(await harness.db('outbox_dead').pluck('event_id')).toEqual([events[40]?.id]);
  });

  it('answers a scrape at once while the database refuses or gives no connection, without an age of the outbox', async () => {
    const full = connect({ url: harness.database.url, applicationName: 'full', poolMax: 1 });
    const refused = connect({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'refused' });
    const taken = await full.transaction();
    harness.closers.push(() => refused.destroy());
    harness.closers.push(() => full.destroy());
    harness.closers.push(() => taken.rollback().then(() => undefined));
    const ageOf = async (pool: Db): Promise<() => Promise<string | undefined>> => {
      const metrics = createMetrics();
      const relaying = await startRelay({ db: pool, messaging: { ...harness.messaging, metrics }, log: silentLog });
      harness.closers.push(() => relaying.stop());
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
});
