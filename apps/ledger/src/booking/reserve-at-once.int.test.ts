import { cents, type Tenant } from '@pitanga/core';
import { startBeforeAll, testIds, withDeps } from '@pitanga/testing';
import { aFundedStore, balancesOf, brokenInvariants, fund, noon, refusal, waitForLocks } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { reserveHold } from '../../test/holds';
import type { Deps } from '../deps';
import type { ReserveInput } from '../holds/hold-rules';
import { createWriter } from '../writer/writer';

const ledger = startBeforeAll(startLedger);

function aPayout(amountCents: number): ReserveInput {
  const of = { purpose: 'WITHDRAW', feeCents: cents(0), occurredAt: noon, description: 'Saque' } as const;
  return { ...of, holdId: testIds.next('payout', noon), amountCents: cents(amountCents) };
}

/** A store that had a payout before, so that it has every balance that a payout changes. */
async function aStoreWithPayouts(amountCents: number): Promise<Tenant> {
  const tenant = await aFundedStore(ledger.deps, amountCents + 1);
  await reserveHold(ledger.deps, tenant, aPayout(1));
  return tenant;
}

/** The statements that the pool was given while `work` ran. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  const listener = ({ sql }: { sql: string }): void => void statements.push(sql.trim().slice(0, 20));
  ledger.deps.db.on('query', listener);
  await work().finally(() => ledger.deps.db.removeListener('query', listener));
  return statements;
}

/** Runs `work` while a transaction of another writer has the store's balances, and lets it go once so many wait. */
async function whileLocked(tenant: Tenant, waiting: number, work: () => readonly Promise<unknown>[]): Promise<void> {
  const other = await ledger.db.transaction();
  await other('balances').where({ store_id: tenant.storeId }).forUpdate();
  const begun = work();
  await waitForLocks(ledger.db, waiting);
  await other.rollback();
  await Promise.all(begun);
}

describe('new holds without a charge', () => {
  it('of many stores are one statement, and so one round trip and one commit', async () => {
    const tenants = [await aStoreWithPayouts(1_000), await aStoreWithPayouts(1_000), await aStoreWithPayouts(1_000)];
    const writer = createWriter(ledger.deps);
    const statements = await statementsOf(() =>
      Promise.all(tenants.flatMap((tenant) => [400, 600].map((amount) => writer.reserve(tenant, aPayout(amount))))),
    );
    expect(statements).toHaveLength(1);
    for (const tenant of tenants) expect(await balancesOf(ledger.db, tenant)).toEqual([0, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('of a store that had none before make its balance, and lock nothing for it', async () => {
    const tenant = await aFundedStore(ledger.deps, 1_000);
    const statements = await statementsOf(() => reserveHold(ledger.deps, tenant, aPayout(1_000)));
    expect(statements).toHaveLength(3);
    expect(await balancesOf(ledger.db, tenant)).toEqual([0, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('whose store has not enough for all of them are decided one by one, also when it had until a moment ago', async () => {
    const tenant = await aStoreWithPayouts(1_000);
    const [first, second] = [createWriter(ledger.deps), createWriter(ledger.deps)];
    const found: (string | undefined)[] = [];
    await whileLocked(tenant, 2, () =>
      [first.reserve(tenant, aPayout(600)), second.reserve(tenant, aPayout(600))].map(async (call) => {
        found.push(await refusal(call));
      }),
    );
    expect(new Set(found)).toEqual(new Set([undefined, 'INSUFFICIENT_FUNDS']));
    expect(await balancesOf(ledger.db, tenant)).toEqual([400, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('that two replicas reserve at once debit once, and both are told that it is reserved', async () => {
    const tenant = await aStoreWithPayouts(1_000);
    // Half of the money: what stops the second is the hold, not the balance.
    const payout = aPayout(500);
    await whileLocked(tenant, 2, () => [
      reserveHold(ledger.deps, tenant, payout),
      reserveHold(ledger.deps, tenant, payout),
    ]);
    expect(await balancesOf(ledger.db, tenant)).toEqual([500, 0, 0]);
    const events = await ledger.db('outbox').where({ key: payout.holdId }).select('id');
    expect(events).toHaveLength(1);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('wait for a payment that comes in, and use its money', async () => {
    const tenant = await aStoreWithPayouts(400);
    const payment = await ledger.db.transaction();
    await fund(withDeps(ledger.deps, { db: payment as unknown as Deps['db'] }), tenant, 600);
    const reserved = reserveHold(ledger.deps, tenant, aPayout(1_000));
    await waitForLocks(ledger.db, 1);
    await payment.commit();
    await reserved;
    expect(await balancesOf(ledger.db, tenant)).toEqual([0, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });
});
