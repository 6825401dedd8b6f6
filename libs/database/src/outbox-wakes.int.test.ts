import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutboundEvent } from '@pitanga/contracts';
import { freshDatabase, ids, noon, type FreshDatabase } from '../test/fresh-database';
import type { Db } from './connect';
import { claimOutbox, outboxBindings, outboxInsertSql } from './outbox';
import { inTransaction, onOutboxAppended } from './transaction';

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
});
afterEach(() => db('outbox').delete());
afterAll(() => database.drop());

function anEvent(): OutboundEvent {
  const data = { storeId: 'store_1', devMode: true, keyId: 'key_1', revokedAt: noon };
  return { type: 'api_key.revoked', id: ids.next('event', noon), key: 'key_1', occurredAt: noon, data };
}

function countWakes(): { count: number } {
  const wakes = { count: 0 };
  onOutboxAppended(db, () => (wakes.count += 1));
  return wakes;
}

describe('the relay', () => {
  it.each([
    ['built here', outboxInsertSql(), outboxBindings(anEvent(), noon)],
    [
      'written by hand within another statement',
      `with event as (
         insert into outbox (event_id, topic, key, type, payload, headers, occurred_at, recorded_at)
         values ('evt', 'topic', 'key', 'type', '{}', '{}', now(), now()) returning id
       ) select id from event`,
      {},
    ],
  ])('is woken by a statement %s, on a pool and in a transaction', async (_which, sql, bindings) => {
    const wakes = countWakes();
    await db.raw(sql, bindings);
    expect(wakes.count).toBe(1);
    await db('outbox').delete();
    await inTransaction(db, async (tx) => {
      await tx.raw(sql, bindings);
      expect(wakes.count).toBe(1);
    });
    expect(wakes.count).toBe(2);
  });

  it('is woken outside the request that appended, whose context its timers would keep for ever', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    onOutboxAppended(db, () => seen.push(request.getStore()));
    const append = () => db.raw(outboxInsertSql(), outboxBindings(anEvent(), noon));
    await request.run('req_1', append);
    await request.run('req_1', () =>
      inTransaction(db, (tx) => tx.raw(outboxInsertSql(), outboxBindings(anEvent(), noon))),
    );
    expect(seen).toEqual([undefined, undefined]);
  });

  it('is not woken by a statement that fails, reads or deletes', async () => {
    await db.raw(outboxInsertSql(), outboxBindings(anEvent(), noon));
    const wakes = countWakes();
    await expect(db.raw('insert into outbox (id) values (0)')).rejects.toThrow();
    await db('outbox').select('id');
    await inTransaction(db, (tx) => claimOutbox(tx, 1));
    expect(wakes.count).toBe(0);
  });
});
