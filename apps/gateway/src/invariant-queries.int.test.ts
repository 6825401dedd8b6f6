import { systemClock } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Db, Invariant } from '@pitanga/database';
import {
  aTenant,
  statesThatMustEnd,
  unseenStates,
  violatedInvariants,
  testDatabase,
  testIds,
  type TestDatabase,
} from '@pitanga/testing';
import { createDeps } from './use-case-deps';
import { insertTestStore, operator } from '../test/test-store';
import { createApiKey } from './api-keys/api-key-service';
import { advancesEnd, gatewayInvariants, invariants, revokedKeysAreDead, storesAreComplete } from './invariant-queries';

const tenant = aTenant();
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('gateway');
  const deps = createDeps(database.db, { clock: systemClock, ids: testIds });
  await insertTestStore(deps.db, tenant, { status: 'CREATING', rateLimitPerSecond: 0, createdAt: systemClock.real() });
  for (const status of ['ACTIVE', 'CLOSED'] as const)
    await insertTestStore(deps.db, aTenant(), { status, rateLimitPerSecond: 0, createdAt: systemClock.real() });
  await transact(deps, (tx) =>
    createApiKey(tx, tenant, operator, { kind: 'SECRET', description: 'Test', permissions: [] }),
  );
  const leasedUntil = systemClock.real();
  const advance = { store_id: tenant.storeId, target: leasedUntil, token: 't', leased_until: leasedUntil };
  await database.db('clock_advances').insert(advance);
});
afterAll(() => database.close());

const ago = (db: Db, interval: string) => db.raw(`now() - ?::interval`, [interval]);

const cases: readonly [string, Invariant, (db: Db) => Promise<unknown>][] = [
  ['a store was left half-made', storesAreComplete, (db) => db('stores').update({ created_at: ago(db, '2 hours') })],
  ['an advance was given up', advancesEnd, (db) => db('clock_advances').update({ leased_until: ago(db, '25 hours') })],
  [
    'a revoked key opened something',
    revokedKeysAreDead,
    (db) => db('api_keys').update({ revoked_at: ago(db, '1 minute'), last_used_at: ago(db, '30 seconds') }),
  ],
];

describe('the invariants of the gateway', () => {
  it('hold on stores in every state, its keys and an advance under way', async () => {
    expect(await violatedInvariants(database.db, gatewayInvariants, new Date(), () => Promise.resolve())).toEqual([]);
  });

  it.each(cases)('find that %s', async (_what, { name }, damage) => {
    expect(await violatedInvariants(database.db, invariants, new Date(), damage)).toContain(name);
  });

  it('are each proved to see a violation', () => {
    expect(new Set(cases.map(([, { name }]) => name))).toEqual(new Set(invariants.map(({ name }) => name)));
  });

  it('have met every state that their tables can have', async () => {
    expect(await unseenStates(database.db, invariants)).toEqual([]);
  });

  it('let rows stay for years in every state but these', async () => {
    const inYears = new Date(Date.now() + 5 * 365 * 86_400_000);
    expect(await statesThatMustEnd(database.db, invariants, inYears)).toEqual([
      'stores_are_complete: stores.status = CREATING',
    ]);
  });
});
