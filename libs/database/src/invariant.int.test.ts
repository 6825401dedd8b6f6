import { freshDatabase, ids, type FreshDatabase } from '../test/fresh-database';
import { invariant, platformInvariants } from './invariant';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
afterEach(() => Promise.all([database.db('outbox').delete(), database.db('outbox_dead').delete()]));

const fact = (recordedAt: Date) => ({
  event_id: ids.next('event', recordedAt),
  topic: 't',
  key: 'k',
  type: 'charge.paid',
  payload: '{}',
  headers: '{}',
  occurred_at: recordedAt,
  recorded_at: recordedAt,
});

async function broken(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name, violations } of platformInvariants) {
    if ((await violations(database.db, new Date())).length > 0) found.push(name);
  }
  return found;
}

describe('the invariants of every service', () => {
  it('hold while facts are on their way', async () => {
    await database.db('outbox').insert(fact(new Date()));
    expect(await broken()).toEqual([]);
  });

  it('find a fact that was not published within a minute', async () => {
    await database.db('outbox').insert(fact(new Date(Date.now() - 61_000)));
    expect(await broken()).toEqual(['outbox_is_published']);
  });

  it('find a fact that was given up', async () => {
    await database.db('outbox_dead').insert({ ...fact(new Date()), id: 1, reason: 'too large' });
    expect(await broken()).toEqual(['no_fact_is_dead']);
  });
});

it('an invariant tells at most a hundred violations', async () => {
  const many = invariant('many', `select format('row %s', n) as violation from generate_series(1, 5000) n`);
  expect(await many.violations(database.db, new Date())).toHaveLength(100);
});
