import { connect } from '@pitanga/database';
import { aTenant, testClock, testIds } from './fixtures';
import { testInfra } from './infra';
import { testDatabase } from './test-database';

describe('testDatabase', () => {
  it('gives each caller a migrated database of its own, also when many ask at once', async () => {
    const databases = await Promise.all(Array.from({ length: 4 }, () => testDatabase('billing')));
    const [first, second] = databases;
    await first?.db('outbox_dead').insert({
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
    expect(await second?.db('outbox_dead').select('id')).toEqual([]);
    expect(new Set(databases.map(({ url }) => url)).size).toBe(4);
    await Promise.all(databases.map((database) => database.drop()));
  });

  it('leaves no database behind after drop, though someone is still connected', async () => {
    const database = await testDatabase('billing');
    const other = connect({ url: database.url, applicationName: 'lingering' });
    await other.raw('select 1');
    await database.drop();
    const server = connect({ url: testInfra().postgres, applicationName: 'check' });
    const name = new URL(database.url).pathname.slice(1);
    expect(await server('pg_database').where('datname', name)).toEqual([]);
    await Promise.all([server.destroy(), other.destroy()]);
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
