import { everyTenant, unavailable, type Tenant } from '@pitanga/core';
import { inTransaction, type Db } from '@pitanga/database';
import { aTenant, silentLog, waitFor, withDeps } from '@pitanga/testing';
import { applyEvents } from '../src/api/consumed-events';
import { findLastPayment } from '../src/payments/payment-repository';
import { createCollector } from '../src/jobs/collector';
import { claimWork } from '../src/subscribing/claim-work';
import { claimDueSubscriptions } from '../src/subscriptions/subscription-repository';
import {
  call,
  factsOf,
  inbound,
  startSubscriptions,
  subscriptionCalls,
  typesOf,
  type Subscriptions,
} from './subscriptions-harness';

let subs: Subscriptions;
let old: Subscriptions;
beforeAll(async () => {
  subs = await startSubscriptions();
  old = await startSubscriptions({ isOld: true });
});
afterAll(() => Promise.all([subs.stop(), old.stop()]));
afterEach(async () => {
  Object.assign(subs.billing, { behave: () => 'PAY', beforeAnswers: () => Promise.resolve() });
  await subs.finishTest();
});

const { payments } = subscriptionCalls(() => subs);

async function dueSubscriptions(
  on: Subscriptions,
  tenants: readonly Tenant[],
  before: (ids: readonly string[]) => Promise<void> = () => Promise.resolve(),
): Promise<readonly string[]> {
  const ids = await Promise.all(tenants.map((tenant) => on.start(tenant)));
  await before(ids);
  const [tenant, id] = [tenants.at(-1), ids.at(-1)];
  if (tenant && id !== undefined) on.clock.advanceTo((await on.get(tenant, id)).nextChargeAt ?? '');
  on.billing.batches.length = 0;
  return ids;
}

/** Collects what is due once; what is left unknown stays so. Returns the faults that were logged. */
async function collectOnce(): Promise<readonly unknown[]> {
  const faults: unknown[] = [];
  const log = { ...silentLog, warn: () => undefined, error: (fault: unknown) => void faults.push(fault) };
  const collector = createCollector(withDeps(subs.deps, { log: log as typeof silentLog }));
  await collector.run();
  await collector.drained();
  return faults;
}

/** Ends the connections that wait for a lock to read a table; whether there were any. */
async function endReadsOf(db: Db, table: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%from "' || :table || '"%'`,
    { table },
  );
  return rows.length > 0;
}

/** As the metric counts them. */
async function paidAttempts(): Promise<number> {
  const { values } = await subs.deps.metrics.attempts.get();
  return values.find(({ labels }) => labels.outcome === 'PAID')?.value ?? 0;
}

const leaseMs = 60_000;
const stepsOf = (ids: readonly string[]) =>
  subs.db('subscriptions').whereIn('id', ids).orderBy('id').pluck<string[]>('step');

describe('renewals that fall due together', () => {
  it('of several stores are collected by few calls and renew each once', async () => {
    const [one, two] = [aTenant(), aTenant()];
    const ids = await dueSubscriptions(
      subs,
      Array.from({ length: 70 }, (_, index) => (index % 2 === 0 ? one : two)),
    );
    // Else they were recorded one by one.
    expect(await collectOnce()).toEqual([]);
    expect(subs.billing.batches.toSorted((a, b) => a - b)).toEqual([6, 64]);
    for (const id of ids) {
      expect(payments(id)).toHaveLength(1);
      expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed']);
    }
    // The order of the events of each is that of its cycle.
    const types = (await factsOf(subs.db, ids[0] ?? '')).map(({ type }) => type);
    expect(types).toEqual(['subscription.started', 'cycle.opened', 'subscription.renewed', 'cycle.closed']);
  });

  it('fail, wait or stay unknown each by itself, and the others are paid', async () => {
    const tenant = aTenant();
    const ids = await dueSubscriptions(
      subs,
      Array.from({ length: 6 }, () => tenant),
    );
    const [declined, refused, lost, away, pending, paid] = ids as [string, string, string, string, string, string];
    const behaviours = new Map([
      [declined, 'DECLINE' as const],
      [refused, 'REFUSE' as const],
      [lost, 'LOSE_PAYMENT' as const],
      [away, 'AWAY' as const],
      [pending, 'PEND' as const],
    ]);
    const askAgainAt = new Date(subs.clock.real().getTime() + 600_000);
    subs.billing.askAgainAt = () => askAgainAt;
    subs.billing.behave = ({ subscriptionId }) => behaviours.get(subscriptionId) ?? 'PAY';
    await collectOnce();
    expect(subs.billing.batches).toEqual([6]);
    const ended = await Promise.all(ids.map((id) => typesOf(subs.db, id)));
    expect(ended.map((types) => types.at(-1))).toEqual([
      'payment_failed',
      'payment_failed',
      'started',
      'started',
      'started',
      'renewed',
    ]);
    expect((await subs.get(tenant, paid)).step).toBe('WAIT');
    behaviours.clear();
    subs.clock.advance(600_001);
    await collectOnce();
    for (const id of [lost, away, pending]) expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed']);
    // Also the one whose answer was lost took its money once.
    for (const id of [lost, away, pending, paid]) expect(payments(id)).toHaveLength(1);
  });

  it('that a process died with after their claim are collected when its lease ends', async () => {
    const ids = await dueSubscriptions(subs, Array.from({ length: 5 }, aTenant));
    await claimWork(subs.deps, (tx) => claimDueSubscriptions(tx, everyTenant, subs.clock.real(), 64));
    await collectOnce();
    expect(ids.flatMap(payments)).toEqual([]);
    subs.clock.advance(leaseMs);
    await collectOnce();
    for (const id of ids) expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed']);
    for (const id of ids) expect(payments(id).map(({ attemptId }) => attemptId)).toEqual([`${id}:1:1`]);
  });

  it('lose no other when the database goes while the usage of one is read, which is collected after its lease', async () => {
    const tenant = aTenant();
    const [metered = '', ...others] = await dueSubscriptions(subs, [tenant, tenant, tenant], async ([id = '']) => {
      const product = subs.billing.product(500).externalId;
      await subs.client.recordUsage({ tenant, id, product, units: 2, action: 'USAGE_ACTION_ADD' }, call());
    });
    subs.billing.behave = () => 'AWAY';
    await collectOnce();
    subs.billing.behave = () => 'PAY';
    subs.clock.advance(leaseMs);
    await inTransaction(subs.db, async (tx) => {
      await tx.raw('lock table usage_totals in access exclusive mode');
      const collecting = collectOnce();
      await waitFor('the read of usage', () => endReadsOf(subs.db, 'usage_totals'));
      expect(await collecting).toContainEqual(expect.objectContaining({ subscriptionId: metered }));
    });
    for (const id of others) expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed']);
    expect([payments(metered), await stepsOf([metered])]).toEqual([[], ['CHARGE']]);
    subs.clock.advance(leaseMs);
    await collectOnce();
    expect(payments(metered)).toMatchObject([{ usageCents: 1_000, usage: [{ units: 2 }] }]);
    expect((await typesOf(subs.db, metered)).at(-1)).toBe('renewed');
  });

  it('whose answers were lost together are asked about again, and paid once', async () => {
    const ids = await dueSubscriptions(subs, Array.from({ length: 5 }, aTenant));
    subs.billing.beforeAnswers = () => Promise.reject(unavailable('The answers were lost'));
    await collectOnce();
    expect(await stepsOf(ids)).toEqual(ids.map(() => 'CHARGE'));
    subs.billing.beforeAnswers = () => Promise.resolve();
    subs.clock.advance(leaseMs);
    await collectOnce();
    for (const id of ids) expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed']);
    for (const id of ids) expect(payments(id)).toHaveLength(1);
  });

  it('are recorded one by one when a fault of one undoes them all', async () => {
    const ids = await dueSubscriptions(subs, Array.from({ length: 5 }, aTenant));
    const [broken = '', ...others] = ids;
    await subs.db.raw(`
      create function refuse_payment() returns trigger language plpgsql as
        'begin raise exception ''cannot be written''; end';
      create trigger refuse_payment before insert or update on last_payments
        for each row when (new.subscription_id = '${broken}') execute function refuse_payment()`);
    const before = await paidAttempts();
    await collectOnce();
    expect((await paidAttempts()) - before).toBe(others.length);
    await subs.db.raw('drop function refuse_payment() cascade');
    for (const id of others) expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed']);
    expect(await typesOf(subs.db, broken)).toEqual(['started']);
    subs.clock.advance(leaseMs);
    await collectOnce();
    expect(await typesOf(subs.db, broken)).toEqual(['started', 'renewed']);
    for (const id of ids) expect(payments(id)).toHaveLength(1);
  });

  it('leave nothing of a customer who was erased, and all of the others', async () => {
    const tenant = aTenant();
    const [gone = '', kept = ''] = await dueSubscriptions(subs, [tenant, tenant]);
    const { customerId } = await subs.get(tenant, gone);
    const erasedAt = subs.clock.real();
    await applyEvents(subs.deps, [inbound('customer.erased', customerId, { tenant, customerId, erasedAt }, erasedAt)]);
    await collectOnce();
    expect(subs.billing.batches).toEqual([2]);
    const told = async (id: string) =>
      (await factsOf(subs.db, id)).find(({ type }) => type === 'subscription.renewed')?.payload;
    expect(await told(gone)).not.toMatch(/Ana/);
    expect(JSON.stringify(await findLastPayment(subs.db, tenant, gone))).not.toMatch(/Ana/);
    expect(await told(kept)).toMatch(/Ana/);
    expect(JSON.stringify(await findLastPayment(subs.db, tenant, kept))).toMatch(/Ana/);
  });
});

it('a billing of the release before is asked for each by itself', async () => {
  const ids = await dueSubscriptions(old, Array.from({ length: 5 }, aTenant));
  await old.collect();
  expect(old.billing.batches).toEqual([]);
  for (const id of ids) expect(await typesOf(old.db, id)).toEqual(['started', 'renewed']);
  expect(old.billing.payments).toHaveLength(5);
  await old.finishTest();
});
