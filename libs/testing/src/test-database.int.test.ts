import { connect, openTransaction } from '@pitanga/database';
import { aTenant, testClock, testIds } from './fixtures';
import { testDatabase } from './test-database';

const aDeadEvent = () => ({
  id: 1,
  event_id: testIds.next('event', testClock().real()),
  topic: 't',
  key: 'k',
  type: 'x',
  payload: '{}',
  headers: '{}',
  occurred_at: testClock().real(),
  recorded_at: testClock().real(),
  reason: 'test',
});

describe('testDatabase', () => {
  it('gives each caller a migrated database of its own, also when many ask at once', async () => {
    const databases = await Promise.all(Array.from({ length: 4 }, () => testDatabase('billing')));
    const [first, second] = databases;
    await first?.db('outbox_dead').insert(aDeadEvent());
    expect(await second?.db('outbox_dead').select('id')).toEqual([]);
    expect(new Set(databases.map(({ url }) => url)).size).toBe(4);
    await Promise.all(databases.map((database) => database.close()));
  });

  it('gives the database of an earlier file without its rows, and without the connections that it left open', async () => {
    const first = await testDatabase('payouts');
    const lingering = connect({ url: first.url, applicationName: 'lingering' });
    const lock = await openTransaction(lingering);
    await lock('outbox_dead').insert(aDeadEvent());
    await first.db('outbox_dead').insert({ ...aDeadEvent(), id: 2 });
    await first.close();
    const second = await testDatabase('payouts');
    expect(second.url).toBe(first.url);
    expect(await second.db('outbox_dead').select('id')).toEqual([]);
    expect(await second.db('schema_migrations').select()).not.toEqual([]);
    await second.close();
    await lock.rollback().catch(() => undefined);
    await lingering.destroy();
  });

  it.each([
    'create table more (id int)',
    'alter table outbox_dead drop column reason',
    'create index on outbox_dead (type)',
  ])('gives no database whose schema an earlier file has changed: %s', async (change) => {
    const first = await testDatabase('payouts');
    await first.db.raw(change);
    await first.close();
    const second = await testDatabase('payouts');
    expect(second.url).not.toBe(first.url);
    await second.close();
  });
});

describe('fixtures', () => {
  it('makes a store of its own', () => {
    expect(aTenant().storeId).not.toBe(aTenant().storeId);
    expect(aTenant()).toMatchObject({ devMode: true });
    expect(aTenant(false)).toMatchObject({ devMode: false });
  });

  it('moves time only by advance', () => {
    const clock = testClock();
    const before = clock.real();
    clock.advance(5_000);
    expect(clock.now(aTenant()).getTime() - before.getTime()).toBe(5_000);
    expect(clock.real()).toEqual(clock.now(aTenant()));
  });
});
