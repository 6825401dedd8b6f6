import { cents } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { aTenant, testDatabase, testIds, type TestDatabase } from '@pitanga/testing';
import { brokenInvariants, fund, ledgerDeps, noon } from '../../test/fixtures';
import type { Deps } from '../deps';
import { releaseHold, reserveHold, settleHold } from '../holds/hold-service';
import {
  balancesMatchEntries,
  environmentsSumToZero,
  holdsMatchJournals,
  inFlightMatchesHolds,
  invariants,
  journalsBalance,
  statementMatchesAvailable,
  type Invariant,
} from './invariant-queries';

const tenant = aTenant();
const held = testIds.next('payout', noon);
let database: TestDatabase;
let deps: Deps;

beforeAll(async () => {
  database = await testDatabase('ledger');
  deps = ledgerDeps(database.db);
  await fund(deps, tenant, 100_000);
  const [settled, released] = [testIds.next('payout', noon), testIds.next('payout', noon)];
  for (const holdId of [held, settled, released]) {
    const money = { amountCents: cents(5_000), feeCents: cents(80) };
    await reserveHold(deps, tenant, {
      holdId,
      purpose: 'TRANSFER',
      ...money,
      occurredAt: noon,
      description: undefined,
    });
  }
  await settleHold(deps, tenant, { holdId: settled, occurredAt: noon });
  await releaseHold(deps, tenant, { holdId: released, occurredAt: noon });
  await releaseHold(deps, tenant, { holdId: testIds.next('payout', noon), occurredAt: noon });
});
afterAll(() => database.drop());

/** Plants `damage` with the triggers off, as only a superuser can, asks the invariants, and rolls back. */
async function brokenBy(damage: (db: Db) => Promise<unknown>): Promise<readonly string[]> {
  const broken: string[] = [];
  const tx = await database.db.transaction();
  try {
    await tx.raw('set local session_replication_role = replica');
    await damage(tx);
    for (const { name, violations } of invariants) if ((await violations(tx)).length > 0) broken.push(name);
  } finally {
    await tx.rollback();
  }
  return broken;
}

const cases: readonly [string, Invariant, (db: Db) => Promise<unknown>][] = [
  ['an entry was changed', journalsBalance, (db) => db('entries').where({ line: 1 }).update({ amount_cents: 1 })],
  ['entries lost their journal', journalsBalance, (db) => db('journals').where({ kind: 'hold.settled' }).delete()],
  [
    'a journal lost its entries',
    journalsBalance,
    (db) => db('entries').where('journal_id', 'like', 'capture:%').delete(),
  ],
  [
    'a balance was changed',
    balancesMatchEntries,
    (db) => db('balances').where({ account: 'available' }).update({ balance_cents: 7 }),
  ],
  ['a balance row was lost', balancesMatchEntries, (db) => db('balances').where({ account: 'bank' }).delete()],
  [
    'money was made',
    environmentsSumToZero,
    (db) => db('balances').where({ account: 'bank' }).increment('balance_cents', 1),
  ],
  [
    'a statement line was lost',
    statementMatchesAvailable,
    (db) => db('statement_entries').where({ kind: 'RETURN' }).delete(),
  ],
  [
    'a movement was changed',
    statementMatchesAvailable,
    (db) => db('statement_entries').where({ kind: 'PAYMENT' }).update({ movements: '[]' }),
  ],
  ['a hold was lost', holdsMatchJournals, (db) => db('holds').where({ id: held }).delete()],
  [
    'a hold was ended by hand',
    holdsMatchJournals,
    (db) => db('holds').where({ id: held }).update({ state: 'SETTLED' }),
  ],
  [
    'held money does not match',
    inFlightMatchesHolds,
    (db) => db('holds').where({ id: held }).update({ amount_cents: 4_999 }),
  ],
];

describe('the invariants', () => {
  it('hold on a ledger with captures and holds in every state', async () => {
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it.each(cases)('find that %s', async (_what, { name }, damage) => {
    expect(await brokenBy(damage)).toContain(name);
  });

  it('are each proved to see a violation', () => {
    expect(new Set(cases.map(([, { name }]) => name))).toEqual(new Set(invariants.map(({ name }) => name)));
  });
});
