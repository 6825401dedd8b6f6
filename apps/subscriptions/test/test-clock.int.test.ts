import type { Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { moveClock, type ClockedWork } from '@pitanga/store-clock';
import { aTenant } from '@pitanga/testing';
import { createCollector } from '../src/jobs/collector';
import { clockedCycles } from '../src/jobs/clocked-cycles';
import {
  call,
  dayMs,
  noon,
  startSubscriptions,
  subscriptionCalls,
  typesOf,
  type Subscriptions,
} from './subscriptions-harness';

let subs: Subscriptions;
let work: ClockedWork;
beforeAll(async () => {
  subs = await startSubscriptions();
  work = clockedCycles(subs.deps);
});
afterAll(() => subs.stop());
beforeEach(() => (subs.billing.behave = () => 'PAY'));
afterEach(() => subs.finishTest());

const { payments } = subscriptionCalls(() => subs);
const now = (tenant: Tenant): Date => subs.deps.clock.now(tenant);

/** Moves the store's clock and what waits for it, in one transaction. */
async function move(tenant: Tenant, ms: number, isAdvancing = false): Promise<void> {
  const offsetMs = subs.deps.clock.offsetMs(tenant) + ms;
  const { db, clock } = subs.deps;
  await moveClock({ db, clock }, tenant, { offsetMs, isAdvancing }, (tx, delta) => work.shift(tx, tenant, delta));
}

/** As the gateway does it: from one due instant to the next, everything of each done before the clock goes on. */
async function advance(tenant: Tenant, to: Date): Promise<number> {
  const moveTo = (at: Date): Promise<void> => move(tenant, at.getTime() - now(tenant).getTime(), true);
  let done = 0;
  for (let next = await work.nextDue(tenant, to); next; next = await work.nextDue(tenant, to)) {
    await moveTo(next);
    done += await work.runDue(tenant);
  }
  await moveTo(to);
  return done + (await work.runDue(tenant));
}

const later = (days: number): Date => new Date(noon.getTime() + days * dayMs);

describe('the test clock of a store', () => {
  it('runs everything that falls due on the way, each at its own instant, and nothing after it', async () => {
    const tenant = aTenant();
    const [monthly, trial] = [await subs.start(tenant), await subs.start(tenant, { trialDays: 10 })];
    const { trialEndsAt } = await subs.get(tenant, trial);
    // Three days before it is announced.
    expect(await work.nextDue(tenant, later(365))).toEqual(new Date((trialEndsAt?.getTime() ?? 0) - 3 * dayMs));
    expect(await work.nextDue(tenant, later(5))).toBeUndefined();
    // Each charge, and its announcement.
    expect(await advance(tenant, later(365))).toBe(48);
    expect(payments(monthly)).toHaveLength(12);
    expect(payments(trial)).toHaveLength(12);
    const ended = (await subs.db('cycles').where({ subscription_id: monthly }).orderBy('number')) as {
      due_at: Date;
      ended_at: Date;
    }[];
    expect(ended.map(({ ended_at }) => ended_at)).toEqual(ended.map(({ due_at }) => due_at));
    expect(now(tenant)).toEqual(later(365));
  });

  it('leaves other stores and production as they are', async () => {
    const [tenant, other] = [aTenant(), aTenant()];
    const production = { ...tenant, devMode: false };
    const ids = [await subs.start(other), await subs.start(production)];
    const runAts = () => subs.db('subscriptions').whereIn('id', ids).orderBy('id').pluck('run_at');
    const before: unknown = await runAts();
    await subs.start(tenant);
    await advance(tenant, later(100));
    expect(await runAts()).toEqual(before);
    expect(ids.flatMap(payments)).toEqual([]);
    expect(await work.nextDue(production, later(365))).toBeUndefined();
    await inTransaction(subs.db, (tx) => work.shift(tx, production, dayMs));
    expect(await runAts()).toEqual(before);
  });

  it('lets the scheduler find what was moved, by real time', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    await move(tenant, 31 * dayMs);
    await subs.collect();
    expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed']);
    const { next_charge_at: dueAt, run_at: runAt } = (await subs.db('subscriptions').where({ id }).first()) as {
      next_charge_at: Date;
      run_at: Date;
    };
    expect(dueAt.getTime() - runAt.getTime()).toBe(31 * dayMs);
  });

  it('is advanced without the scheduler: a claim that has not committed would be overlooked', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    await move(tenant, 31 * dayMs, true);
    const collector = createCollector(subs.deps);
    await collector.run();
    await collector.drained();
    expect(await typesOf(subs.db, id)).toEqual(['started']);
    expect(await work.runDue(tenant)).toBe(1);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed']);
    await move(tenant, 40 * dayMs, false);
    await subs.collect();
    expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed', 'renewed']);
  });

  it('is known to a replica that has not heard of the move, in what it writes', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const other = await subs.replica('other');
    await move(tenant, 31 * dayMs);
    expect(other.deps.clock.now(tenant)).toEqual(noon);
    const collector = createCollector(other.deps);
    await collector.run();
    await collector.drained();
    await other.stop();
    expect(await subs.get(tenant, id)).toMatchObject({ cycleNumber: 2, updatedAt: later(31) });
    const { next_charge_at: dueAt, run_at: runAt } = (await subs.db('subscriptions').where({ id }).first()) as {
      next_charge_at: Date;
      run_at: Date;
    };
    expect(dueAt.getTime() - runAt.getTime()).toBe(31 * dayMs);
  });

  it('waits for what the scheduler has taken before it says that nothing is due', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const { promise, resolve } = Promise.withResolvers<'PAY'>();
    const asked = Promise.withResolvers<undefined>();
    subs.billing.behave = () => {
      asked.resolve(undefined);
      return promise;
    };
    await move(tenant, 31 * dayMs);
    const collector = createCollector(subs.deps);
    await collector.run();
    await asked.promise;
    const run = work.runDue(tenant);
    resolve('PAY');
    await run;
    expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed']);
  });

  it('does a cancellation that is not told to billing yet', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    subs.billing.isDeafToEnds = true;
    await subs.client.cancelSubscription({ tenant, id }, call());
    subs.billing.isDeafToEnds = false;
    expect(await work.runDue(tenant)).toBe(1);
    expect((await subs.get(tenant, id)).step).toBe('DONE');
  });
});
