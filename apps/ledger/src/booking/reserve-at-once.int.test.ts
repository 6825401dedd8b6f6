import { cents, type Tenant } from '@pitanga/core';
import { testDatabase, testIds, type TestDatabase } from '@pitanga/testing';
import {
  aFundedStore,
  balancesOf,
  brokenInvariants,
  fund,
  ledgerDeps,
  noon,
  refusal,
  waitForLocks,
} from '../../test/fixtures';
import { reserveHold } from '../../test/holds';
import type { Deps } from '../deps';
import type { ReserveInput } from '../holds/hold-rules';
import { createWriter } from '../writer/writer';

let database: TestDatabase;
let deps: Deps;

beforeAll(async () => {
  database = await testDatabase('ledger');
  deps = ledgerDeps(database.db);
});
afterAll(() => database.close());

function aPayout(amountCents: number): ReserveInput {
  const of = { purpose: 'WITHDRAW', feeCents: cents(0), occurredAt: noon, description: 'Saque' } as const;
  return { ...of, holdId: testIds.next('payout', noon), amountCents: cents(amountCents) };
}

/** A store that had a payout before, so that it has every balance that a payout changes. */
async function aStoreWithPayouts(amountCents: number): Promise<Tenant> {
  const tenant = await aFundedStore(deps, amountCents + 1);
  await reserveHold(deps, tenant, aPayout(1));
  return tenant;
}

/** The statements that the pool was given while `work` ran. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  const listener = ({ sql }: { sql: string }): void => void statements.push(sql.trim().slice(0, 20));
  database.db.on('query', listener);
  await work().finally(() => database.db.removeListener('query', listener));
  return statements;
}

/** Runs `work` while a transaction of another writer has the store's balances, and lets it go once so many wait. */
async function whileLocked(tenant: Tenant, waiting: number, work: () => readonly Promise<unknown>[]): Promise<void> {
  const other = await database.db.transaction();
  await other('balances').where({ store_id: tenant.storeId }).forUpdate();
  const begun = work();
  await waitForLocks(database.db, waiting);
  await other.rollback();
  await Promise.all(begun);
}

describe('new holds without a charge', () => {
  it('of many stores are one statement, and so one round trip and one commit', async () => {
    const tenants = [await aStoreWithPayouts(1_000), await aStoreWithPayouts(1_000), await aStoreWithPayouts(1_000)];
    const writer = createWriter(deps);
    const statements = await statementsOf(() =>
      Promise.all(tenants.flatMap((tenant) => [400, 600].map((amount) => writer.reserve(tenant, aPayout(amount))))),
    );
    expect(statements).toHaveLength(1);
    for (const tenant of tenants) expect(await balancesOf(database.db, tenant)).toEqual([0, 0, 0]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('of a store that had none before make its balance, and lock nothing for it', async () => {
    const tenant = await aFundedStore(deps, 1_000);
    const statements = await statementsOf(() => reserveHold(deps, tenant, aPayout(1_000)));
    expect(statements).toHaveLength(3);
    expect(await balancesOf(database.db, tenant)).toEqual([0, 0, 0]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('whose store has not enough for all of them are decided one by one, also when it had until a moment ago', async () => {
    const tenant = await aStoreWithPayouts(1_000);
    const [first, second] = [createWriter(deps), createWriter(deps)];
    const found: (string | undefined)[] = [];
    await whileLocked(tenant, 2, () =>
      [first.reserve(tenant, aPayout(600)), second.reserve(tenant, aPayout(600))].map(async (call) => {
        found.push(await refusal(call));
      }),
    );
    expect(new Set(found)).toEqual(new Set([undefined, 'INSUFFICIENT_FUNDS']));
    expect(await balancesOf(database.db, tenant)).toEqual([400, 0, 0]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('that two replicas reserve at once debit once, and both are told that it is reserved', async () => {
    const tenant = await aStoreWithPayouts(1_000);
    // Half of the money: what stops the second is the hold, not the balance.
    const payout = aPayout(500);
    await whileLocked(tenant, 2, () => [reserveHold(deps, tenant, payout), reserveHold(deps, tenant, payout)]);
    expect(await balancesOf(database.db, tenant)).toEqual([500, 0, 0]);
    const events = await database.db('outbox').where({ key: payout.holdId }).select('id');
    expect(events).toHaveLength(1);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('wait for a payment that comes in, and use its money', async () => {
    const tenant = await aStoreWithPayouts(400);
    const payment = await database.db.transaction();
    await fund({ ...deps, db: payment as unknown as Deps['db'] }, tenant, 600);
    const reserved = reserveHold(deps, tenant, aPayout(1_000));
    await waitForLocks(database.db, 1);
    await payment.commit();
    await reserved;
    expect(await balancesOf(database.db, tenant)).toEqual([0, 0, 0]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });
});
