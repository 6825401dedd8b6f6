import { eventCatalogue, type InboundEvent } from '@pitanga/contracts';
import { acceptNew, inTransaction } from '@pitanga/database';
import { ensureTopics, EventError, startConsumer } from '@pitanga/messaging';
import {
  produce,
  silentLog,
  testDatabase,
  testMessaging,
  waitFor,
  type TestDatabase,
  testTimeoutMs,
} from '@pitanga/testing';
import { runProgram } from './program';

const messaging = testMessaging('replay');
const { topic } = eventCatalogue['customer.created'];
const at = new Date('2026-11-21T12:00:00.000Z');
let database: TestDatabase;
let isRepaired = false;
const closers: (() => Promise<unknown>)[] = [];

/** A consumer with one effect for each event that its inbox has not seen. */
async function consume(group: string, check: (event: InboundEvent) => void): Promise<void> {
  const handle = (events: readonly InboundEvent[]): Promise<void> =>
    inTransaction(database.db, async (tx) => {
      events.forEach(check);
      const ids = events.map(({ id }) => id);
      const unseen = await acceptNew(tx, group, ids, at);
      for (const id of ids.filter((candidate) => unseen.has(candidate))) await tx('effects').insert({ group, id });
    });
  const consumer = await startConsumer({ messaging, group, types: ['customer.created'], handle, log: silentLog });
  closers.push(() => consumer.stop());
}

async function publish(id: string): Promise<void> {
  const time = at.toISOString();
  const headers = { ce_id: id, ce_type: 'customer.created', ce_time: time, ce_recordedtime: time };
  await produce(messaging, topic, [{ key: 'cust_1', value: '{}', headers }]);
}

async function effectsOf(group: string): Promise<readonly string[]> {
  return database.db('effects').where({ group }).orderBy('no').pluck('id');
}

async function replay(...args: string[]): Promise<{ lines: readonly string[]; summary: string }> {
  const program = runProgram('replay', ['dead-letters', '--prefix', messaging.topicName(''), ...args]);
  expect(await program.ended).toBe(0);
  return { lines: program.lines(), summary: program.problems().trim() };
}

beforeAll(async () => {
  database = await testDatabase('webhooks');
  await database.db.raw('create table effects (no serial, "group" text, id text)');
  await ensureTopics(messaging, { partitions: 1 });
  await consume('first', ({ id }) => {
    if (id === 'evt_2' && !isRepaired) throw new EventError('permanent', 'the message has no tenant');
  });
  await consume('second', () => undefined);
  for (const id of ['evt_1', 'evt_2', 'evt_3']) await publish(id);
  await waitFor('the events of the first consumer', async () => (await effectsOf('first')).length === 2);
  await waitFor('the events of the second consumer', async () => (await effectsOf('second')).length === 3);
}, 2 * testTimeoutMs);
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await database.close();
});

it(
  'replays a dead letter: the consumer that refused it applies it once, and others drop it',
  async () => {
    expect(await effectsOf('first')).toEqual(['evt_1', 'evt_3']);
    isRepaired = true;

    const name = messaging.topicName(topic);
    const letter = `${name}/0@1  first  customer.created  cust_1  evt_2  the message has no tenant`;
    expect(await replay('--dry-run')).toEqual({ lines: [letter], summary: '1 dead letters would be replayed' });
    expect(await replay('--topic', 'customer')).toEqual({ lines: [letter], summary: '1 dead letters were replayed' });
    await waitFor('the effect', async () => (await effectsOf('first')).length === 3);

    expect(await replay()).toEqual({ lines: [], summary: '0 dead letters were replayed' });
    expect(await replay('--id', 'evt_2')).toEqual({ lines: [letter], summary: '1 dead letters were replayed' });
    // Behind the repeat in the same partition.
    await publish('evt_4');
    for (const group of ['first', 'second']) {
      await waitFor('the last event', async () => (await effectsOf(group)).includes('evt_4'));
    }
    expect(await effectsOf('first')).toEqual(['evt_1', 'evt_3', 'evt_2', 'evt_4']);
    expect(await effectsOf('second')).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4']);
  },
  4 * testTimeoutMs,
);

it('replays no letter twice when the same event is refused again', async () => {
  isRepaired = false;
  await publish('evt_2');
  const lines = await waitFor('the new dead letter', async () => {
    const found = await replay('--dry-run');
    return found.lines.length > 0 && found.lines;
  });
  expect(lines).toHaveLength(1);
});
