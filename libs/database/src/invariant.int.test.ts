import { brokenBy, testDatabase, testIds, type TestDatabase } from '@pitanga/testing';
import type { Db } from './connect';
import { invariant, platformInvariants } from './invariant';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('payouts');
});
afterAll(() => database.drop());

const fact = (recordedAt: Date) => ({
  event_id: testIds.next('event', recordedAt),
  topic: 't',
  key: 'k',
  type: 'charge.paid',
  payload: '{}',
  headers: '{}',
  occurred_at: recordedAt,
  recorded_at: recordedAt,
});

describe('the invariants of every service', () => {
  const broken = (damage: (db: Db) => Promise<unknown>) => brokenBy(database.db, platformInvariants, damage);

  it('hold while facts are on their way', async () => {
    expect(await broken((db) => db('outbox').insert(fact(new Date())))).toEqual([]);
  });

  it('find a fact that was not published within a minute', async () => {
    const old = fact(new Date(Date.now() - 61_000));
    expect(await broken((db) => db('outbox').insert(old))).toEqual(['outbox_is_published']);
  });

  it('find a fact that was given up', async () => {
    const dead = { ...fact(new Date()), id: 1, reason: 'too large' };
    expect(await broken((db) => db('outbox_dead').insert(dead))).toEqual(['no_fact_is_dead']);
  });
});

it('an invariant tells at most a hundred violations', async () => {
  const many = invariant('many', `select format('row %s', n) as violation from generate_series(1, 5000) n`);
  expect(await many.violations(database.db)).toHaveLength(100);
});
