import { createServer } from 'node:net';
import { type OutboundEvent } from '@pitanga/contracts';
import { appendEvents, outboxIsEmpty, type Db } from '@pitanga/database';
import { freePort, silentLog, testDatabase, testIds, testMessaging, waitFor, type TestDatabase } from '@pitanga/testing';
import { createMessaging, ensureTopics, startConsumer, startRelay, type Messaging } from '../src';

const at = new Date('2026-11-21T12:00:00.000Z');
function big(key: string, number: number, bytes: number): OutboundEvent {
  return {
    type: 'customer.created', id: testIds.next('event', at), key, occurredAt: at,
    data: { tenant: { storeId: 'store_1', devMode: true }, customer: { id: `${key}-${number}`, name: 'x'.repeat(bytes) }, createdAt: at },
  };
}
describe('review', () => {
  let database: TestDatabase; let db: Db; let messaging: Messaging;
  beforeAll(async () => {
    database = await testDatabase('payouts'); db = database.db;
    messaging = testMessaging('review'); await ensureTopics(messaging, { partitions: 1 });
  });
  afterAll(() => database.drop());
  it('large rows', async () => {
    await appendEvents(db, Array.from({ length: 200 }, (_, n) => big('k', n, 16_000)), at);
    const start = performance.now();
    const relay = await startRelay({ db, messaging, log: silentLog });
    try { await waitFor('empty', () => outboxIsEmpty(db), 20_000); } finally {
      console.log('large ms', performance.now() - start, (await db('outbox').count())[0]);
      await relay.stop(); await db('outbox').delete();
    }
  }, 60_000);
  it('poison at 300', async () => {
    await appendEvents(db, Array.from({ length: 400 }, (_, n) => big(`p${n % 7}`, n, n === 300 ? 2_000_000 : 100)), at);
    const start = performance.now();
    const relay = await startRelay({ db, messaging, log: silentLog });
    try { await waitFor('empty', () => outboxIsEmpty(db), 20_000); } finally {
      console.log('poison ms', performance.now() - start, (await db('outbox').count())[0], (await db('outbox_dead').count())[0]);
      await relay.stop(); await db('outbox').delete();
    }
  }, 60_000);
  it('hung broker', async () => {
    const port = await freePort();
    const server = createServer((s) => { s.on('error', () => undefined); });
    await new Promise<void>((r) => server.listen(port, '127.0.0.1', r));
    const hung = createMessaging({ brokers: [`127.0.0.1:${port}`], clientId: 'x', prefix: 'h', log: silentLog });
    await appendEvents(db, [big('h', 1, 10)], at);
    const relay = await startRelay({ db, messaging: hung, log: silentLog });
    let longest = 0;
    const until = performance.now() + 45_000;
    while (performance.now() < until) {
      const { rows } = await db.raw(`select coalesce(max(extract(epoch from clock_timestamp() - xact_start)),0)::float8 as s from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`);
      longest = Math.max(longest, Number(rows[0].s));
      await new Promise((r) => setTimeout(r, 200));
    }
    console.log('longest tx s', longest);
    await relay.stop(); server.close();
    await db('outbox').delete();
  }, 90_000);
  void startConsumer; void waitFor;
});
