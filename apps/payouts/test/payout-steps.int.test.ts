import { AppError, failedPrecondition, unavailable, type Tenant } from '@pitanga/core';
import type { Deps } from '../src/deps';
import { waitFor } from '@pitanga/testing';
import { createPayoutJob } from '../src/jobs/payout-job';
import { endsAreWhole, outcomesAreKnown, stepsAreClaimed } from '../src/invariants/invariant-queries';
import { runPayoutStep, tryPayoutStep } from '../src/paying-out/run-payout-step';
import { finishPayout } from '../src/paying-out/create-payout';
import type { ActivePayout } from '../src/payouts/payout';
import { makePayoutDue } from '../src/payouts/payout-repository';
import type { PayoutOrder, PayoutProvider, PayoutReading } from '../src/provider/payout-provider';
import {
  call,
  create,
  factsOf,
  activePayout,
  rowsOf,
  runJob,
  startPayouts,
  type Asked,
  type Payouts,
} from './payouts-harness';

let payouts: Payouts;
beforeAll(async () => {
  payouts = await startPayouts();
});
afterAll(() => payouts.stop());
beforeEach(async () => {
  payouts.ledger.isAway = false;
  // What one test leaves undone is no work of the next.
  await payouts.deps.db('payouts').delete();
});

const complete: PayoutReading = { status: 'COMPLETE', endToEndId: 'E12345678202611201500abcdefghijk' };
const pending: PayoutReading = { status: 'PENDING' };
const isAway = () => Promise.reject(unavailable('The provider is away'));
const refuses = () =>
  Promise.reject(
    new AppError({
      kind: 'FAILED_PRECONDITION',
      reason: 'REFUSED',
      message: 'The provider does not take this',
      metadata: { failureReason: 'LIMIT_EXCEEDED', providerCode: 'AM02' },
    }),
  );

interface Watched {
  readonly deps: Deps;
  readonly sent: PayoutOrder[];
  readonly asked: PayoutOrder[];
  provider: Partial<PayoutProvider>;
}

/** A provider that does what the test says, and notes what it is told. */
function watched(provider: Partial<PayoutProvider>): Watched {
  const seen: Watched = { sent: [], asked: [], provider, deps: payouts.deps };
  const port: PayoutProvider = {
    name: 'watched',
    lookupKey: (_target, askedBy) => Promise.resolve(askedBy),
    sendPayout: (order) => {
      seen.sent.push(order);
      return (seen.provider.sendPayout ?? (() => Promise.resolve(pending)))(order);
    },
    readPayout: (order) => {
      seen.asked.push(order);
      return (seen.provider.readPayout ?? (() => Promise.resolve(pending)))(order);
    },
  };
  return Object.assign(seen, { deps: { ...payouts.deps, providerOf: () => Promise.resolve(port) } });
}

const withLedger = (deps: Deps, replaced: Partial<Deps['ledger']>): Deps => ({
  ...deps,
  ledger: { ...payouts.ledger, ...replaced },
});

/** A payout whose money is held, about to be sent. */
async function aHeld(tenant: Tenant, changes?: Asked): Promise<ActivePayout> {
  return activePayout(payouts, tenant, (await create(payouts, tenant, changes)).id);
}

/** A payout whose request ended before it reached the ledger. */
async function anIntent(tenant: Tenant): Promise<ActivePayout> {
  payouts.ledger.isAway = true;
  await expect(create(payouts, tenant)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  payouts.ledger.isAway = false;
  const [row] = await rowsOf(payouts, tenant);
  return activePayout(payouts, tenant, String(row?.id));
}

const stateOf = ({ id }: { id: string }) => payouts.ledger.stateOf(id);
const wholeFacts = ['payout.created', 'payout.completed'];

describe('every step of a payout', () => {
  test('has one effect when three workers do it at once, and none when it is done again later', async () => {
    const tenant = await payouts.aStore();
    const { id } = await anIntent(tenant);
    const at = watched({ readPayout: () => Promise.resolve(complete) });
    for (const step of ['RESERVE', 'SEND', 'WATCH', 'DONE']) {
      const before = await activePayout(payouts, tenant, id);
      expect(before.step).toBe(step);
      await Promise.all([1, 2, 3].map(() => tryPayoutStep(at.deps, tenant, before)));
      await tryPayoutStep(at.deps, tenant, before);
    }
    expect(at.sent).toHaveLength(1);
    expect([stateOf({ id }), payouts.ledger.available(tenant)]).toEqual(['SETTLED', 100_000 - 5_080]);
    expect(await factsOf(payouts, id)).toEqual(wholeFacts);
  });

  test('is done once for each of many payouts that several replicas share', async () => {
    const tenants = await Promise.all(Array.from({ length: 25 }, () => payouts.aStore()));
    const held = await Promise.all(tenants.map((tenant) => aHeld(tenant)));
    const at = watched({ readPayout: () => Promise.resolve(complete) });
    const replicas = () => Promise.all([1, 2, 3].map(() => runJob(at.deps)));
    await replicas();
    payouts.clock.advance(2_000);
    await replicas();
    expect(at.sent.map(({ payoutId }) => payoutId).sort()).toEqual(held.map(({ id }) => id).sort());
    expect(new Set(held.map(stateOf))).toEqual(new Set(['SETTLED']));
    for (const { id } of held) expect(await factsOf(payouts, id)).toEqual(wholeFacts);
  });

  test('goes on after a crash between the ledger and the database', async () => {
    const tenant = await payouts.aStore();
    const intent = await anIntent(tenant);
    const at = watched({ readPayout: () => Promise.resolve(complete) });
    const lost =
      <R, C>(done: (request: R, context: C) => Promise<object>) =>
      async (request: R, context: C): Promise<never> => {
        await done(request, context);
        throw unavailable('The answer was lost');
      };
    await tryPayoutStep(withLedger(at.deps, { reserveHold: lost(payouts.ledger.reserveHold) }), tenant, intent);
    expect([stateOf(intent), (await activePayout(payouts, tenant, intent.id)).step]).toEqual(['HELD', 'RESERVE']);
    payouts.clock.advance(15_000);
    for (let step = 0; step < 2; step += 1) await runJob(at.deps);
    payouts.clock.advance(2_000);
    await runJob(withLedger(at.deps, { settleHold: lost(payouts.ledger.settleHold) }));
    expect([stateOf(intent), (await activePayout(payouts, tenant, intent.id)).status]).toEqual(['SETTLED', 'PENDING']);
    payouts.clock.advance(60_000);
    await runJob(at.deps);
    expect((await activePayout(payouts, tenant, intent.id)).status).toBe('COMPLETE');
    expect([at.sent.length, payouts.ledger.available(tenant)]).toEqual([1, 100_000 - 5_080]);
    expect(await factsOf(payouts, intent.id)).toEqual(wholeFacts);
  });

  test('is done by another worker when the lease of a dead one ends', async () => {
    const tenant = await payouts.aStore();
    const { id } = await aHeld(tenant);
    const dead = watched({ sendPayout: () => new Promise(() => undefined) });
    const job = createPayoutJob(dead.deps);
    await job.run();
    await waitFor('the order', () => Promise.resolve(dead.sent.length === 1));
    const at = watched({ readPayout: () => Promise.resolve(complete) });
    await runJob(at.deps);
    expect(at.asked).toHaveLength(0);
    payouts.clock.advance(20_000);
    await runJob(at.deps);
    expect([at.sent.length, (await activePayout(payouts, tenant, id)).status]).toEqual([0, 'COMPLETE']);
  });

  test('of one store’s slow provider does not keep other stores waiting', async () => {
    const [slow, quick] = [await payouts.aStore(), await payouts.aStore()];
    const { id: slowId } = await aHeld(slow);
    let answer = (): void => undefined;
    const hanging = new Promise<PayoutReading>((resolve) => {
      answer = () => resolve(complete);
    });
    const at = watched({ sendPayout: ({ payoutId }) => (payoutId === slowId ? hanging : Promise.resolve(complete)) });
    const job = createPayoutJob(at.deps);
    await job.run();
    const other = await aHeld(quick);
    await job.run();
    await waitFor('the other', () => Promise.resolve(stateOf(other) === 'SETTLED'));
    answer();
    await job.stop();
  });
});

describe('an unknown outcome', () => {
  test('is asked again after 5 s, 1 min, 10 min and then every hour, and never sent twice', async () => {
    const tenant = await payouts.aStore();
    const { id } = await aHeld(tenant);
    const at = watched({ sendPayout: isAway, readPayout: isAway });
    await runJob(at.deps);
    for (const seconds of [5, 60, 600, 3_600, 3_600]) {
      const asked = at.asked.length;
      payouts.clock.advance(seconds * 1_000 - 1);
      await runJob(at.deps);
      expect(at.asked).toHaveLength(asked);
      payouts.clock.advance(1);
      await runJob(at.deps);
      expect(at.asked).toHaveLength(asked + 1);
    }
    expect([at.sent.length, stateOf({ id })]).toEqual([1, 'HELD']);
    at.provider = { readPayout: () => Promise.resolve(complete) };
    payouts.clock.advance(3_600_000);
    await runJob(at.deps);
    expect([at.sent.length, stateOf({ id })]).toEqual([1, 'SETTLED']);
  });

  test('after a crash before the order left: it is sent once its provider says for a minute that it has none', async () => {
    const tenant = await payouts.aStore();
    const { id } = await aHeld(tenant);
    const at = watched({ sendPayout: isAway, readPayout: () => Promise.resolve(undefined) });
    await runJob(at.deps);
    payouts.clock.advance(5_000);
    await runJob(at.deps);
    await runJob(at.deps);
    // Five seconds old, the order may still be on its way to the provider.
    expect([at.asked.length, at.sent.length]).toEqual([1, 1]);
    payouts.clock.advance(60_000);
    at.provider = { sendPayout: () => Promise.resolve(complete), readPayout: () => Promise.resolve(undefined) };
    await runJob(at.deps);
    await runJob(at.deps);
    expect(at.sent.map(({ payoutId }) => payoutId)).toEqual([id, id]);
    expect(await factsOf(payouts, id)).toEqual(wholeFacts);
  });

  test('is not asked of another provider than the one that was given the order', async () => {
    const tenant = await payouts.aStore();
    const { id } = await aHeld(tenant);
    await runJob(watched({ sendPayout: isAway }).deps);
    payouts.clock.advance(5_000);
    await runJob(payouts.deps);
    const { step, status, provider } = await activePayout(payouts, tenant, id);
    expect([step, status, provider, stateOf({ id })]).toEqual(['WATCH', 'PENDING', 'watched', 'HELD']);
  });

  test('stays one when the store has no provider any more, and money is neither lost nor returned', async () => {
    const tenant = await payouts.aStore();
    const { id } = await aHeld(tenant);
    await runJob(watched({ sendPayout: isAway }).deps);
    payouts.clock.advance(5_000);
    await runJob({ ...payouts.deps, providerOf: () => Promise.resolve(undefined) });
    expect([(await activePayout(payouts, tenant, id)).status, stateOf({ id })]).toEqual(['PENDING', 'HELD']);
  });

  test('of over an hour is found by its rule', async () => {
    const tenant = await payouts.aStore();
    const { id } = await aHeld(tenant);
    const { db } = payouts.deps;
    // The rules go by the database's clock, as a person does.
    const ago = (minutes: number) => ({ requested_at: new Date(Date.now() - minutes * 60_000), run_at: new Date() });
    await db('payouts').where({ id }).update(ago(59));
    expect(await outcomesAreKnown.violations(db)).toEqual([]);
    await db('payouts').where({ id }).update(ago(61));
    expect(await outcomesAreKnown.violations(db)).toEqual([expect.stringContaining(id)]);
  });
});

describe('a refusal of the provider', () => {
  test('fails the payout, and its money is available again', async () => {
    const tenant = await payouts.aStore();
    const { id } = await aHeld(tenant);
    const at = watched({ sendPayout: refuses, readPayout: () => Promise.resolve(undefined) });
    await runJob(at.deps);
    const { status, failureReason, providerCode } = await activePayout(payouts, tenant, id);
    expect([status, failureReason, providerCode]).toEqual(['FAILED', 'LIMIT_EXCEEDED', 'AM02']);
    expect([stateOf({ id }), payouts.ledger.available(tenant)]).toEqual(['RELEASED', 100_000]);
  });

  test('is never sent again though the answer of its release was lost', async () => {
    const tenant = await payouts.aStore();
    const { id } = await aHeld(tenant);
    const at = watched({ sendPayout: refuses, readPayout: () => Promise.resolve(undefined) });
    const losing = withLedger(at.deps, {
      releaseHold: async (request, context) => {
        await payouts.ledger.releaseHold(request, context);
        throw unavailable('The answer is lost');
      },
    });
    await runJob(losing);
    expect([stateOf({ id }), (await activePayout(payouts, tenant, id)).status]).toEqual(['RELEASED', 'PENDING']);
    at.provider = { readPayout: () => Promise.resolve(undefined) };
    for (let minute = 0; minute < 15; minute += 1) {
      payouts.clock.advance(60_000);
      await runJob(at.deps);
    }
    expect(at.sent).toHaveLength(1);
    const { status, failureReason, providerCode } = await activePayout(payouts, tenant, id);
    expect([status, failureReason, providerCode]).toEqual(['FAILED', 'LIMIT_EXCEEDED', 'AM02']);
    expect(payouts.ledger.available(tenant)).toBe(100_000);
  });

  test('of a repeat waits until the order before it cannot get through any more', async () => {
    const tenant = await payouts.aStore();
    const { id } = await aHeld(tenant);
    const at = watched({ sendPayout: isAway, readPayout: () => Promise.resolve(undefined) });
    await runJob(at.deps);
    at.provider = { sendPayout: refuses, readPayout: () => Promise.resolve(undefined) };
    for (let minute = 0; minute < 15 && at.sent.length < 2; minute += 1) {
      payouts.clock.advance(60_000);
      await runJob(at.deps);
    }
    expect([at.sent.length, stateOf({ id }), (await activePayout(payouts, tenant, id)).status]).toEqual([
      2,
      'HELD',
      'PENDING',
    ]);
    at.provider = { readPayout: () => Promise.resolve(complete) };
    payouts.clock.advance(61_000);
    await runJob(at.deps);
    expect([at.sent.length, stateOf({ id })]).toEqual([2, 'SETTLED']);
  });

  test('does not count when the provider has the order all the same, or cannot be asked', async () => {
    const tenant = await payouts.aStore();
    const known = await aHeld(tenant);
    await runJob(watched({ sendPayout: refuses, readPayout: () => Promise.resolve(complete) }).deps);
    expect(stateOf(known)).toBe('SETTLED');
    const unknown = await aHeld(tenant);
    await runJob(watched({ sendPayout: refuses, readPayout: isAway }).deps);
    expect([(await activePayout(payouts, tenant, unknown.id)).status, stateOf(unknown)]).toEqual(['PENDING', 'HELD']);
  });
});

describe('a refused balance', () => {
  const refused = (deps: Deps): Deps =>
    withLedger(deps, {
      reserveHold: () => Promise.reject(failedPrecondition('INSUFFICIENT_FUNDS: no money', 'INSUFFICIENT_FUNDS')),
    });

  test('that the job meets leaves nothing either', async () => {
    const tenant = await payouts.aStore();
    const intent = await anIntent(tenant);
    payouts.clock.advance(15_000);
    await runJob(refused(payouts.deps));
    expect([await rowsOf(payouts, tenant), stateOf(intent)]).toEqual([[], 'RELEASED']);
    expect(await factsOf(payouts, intent.id)).toEqual([]);
  });

  test('is taken back by the job after a crash in the middle of it, and is hidden until then', async () => {
    const tenant = await payouts.aStore();
    const intent = await anIntent(tenant);
    const crashing = withLedger(refused(payouts.deps), {
      reserveHold: refused(payouts.deps).ledger.reserveHold,
      releaseHold: isAway,
    });
    const gone = { reason: 'INSUFFICIENT_FUNDS' };
    await expect(finishPayout(crashing, tenant, intent.id)).rejects.toMatchObject(gone);
    expect((await rowsOf(payouts, tenant)).map(({ step }) => step)).toEqual(['TAKE_BACK']);
    const keys = { tenant, kind: 'PAYOUT_KIND_WITHDRAW', id: intent.id, externalId: undefined } as const;
    await expect(payouts.client.getPayout(keys, call())).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    // A repeat is refused like the first, and clears up on the way.
    const { externalId = '' } = intent;
    await expect(create(payouts, tenant, { externalId })).rejects.toMatchObject(gone);
    expect(await rowsOf(payouts, tenant)).toEqual([]);
    await create(payouts, tenant, { externalId });
  });

  test('does not count when another worker got the money meanwhile', async () => {
    const tenant = await payouts.aStore();
    const intent = await anIntent(tenant);
    const outrun = withLedger(payouts.deps, {
      reserveHold: async () => {
        await runPayoutStep(payouts.deps, tenant, intent);
        throw failedPrecondition('INSUFFICIENT_FUNDS: no money', 'INSUFFICIENT_FUNDS');
      },
    });
    expect((await finishPayout(outrun, tenant, intent.id)).step).toBe('SEND');
    expect(stateOf(intent)).toBe('HELD');
  });

  test('gives a hold back that another worker got, but had not written down', async () => {
    const tenant = await payouts.aStore();
    const intent = await anIntent(tenant);
    const late = withLedger(payouts.deps, {
      reserveHold: async (...args) => {
        await payouts.ledger.reserveHold(...args);
        await expect(finishPayout(refused(payouts.deps), tenant, intent.id)).rejects.toThrow();
        return {};
      },
    });
    await expect(finishPayout(late, tenant, intent.id)).rejects.toMatchObject({ reason: 'INSUFFICIENT_FUNDS' });
    expect([await rowsOf(payouts, tenant), payouts.ledger.available(tenant)]).toEqual([[], 100_000]);
  });
});

test('a callback that comes while a worker asks is not lost', async () => {
  const tenant = await payouts.aStore();
  const { id } = await aHeld(tenant);
  const { db, clock } = payouts.deps;
  const at = watched({});
  await runJob(at.deps);
  payouts.clock.advance(2_000);
  at.provider = {
    readPayout: async () => {
      // The provider tells the end just after it has answered that there is none yet.
      payouts.clock.advance(1);
      await makePayoutDue(db, tenant, id, clock.real());
      at.provider = { readPayout: () => Promise.resolve(complete) };
      return pending;
    },
  };
  await runJob(at.deps);
  await runJob(at.deps);
  expect(stateOf({ id })).toBe('SETTLED');
});

describe('the rules of payouts', () => {
  test('hold for payouts in every state', async () => {
    const tenant = await payouts.aStore();
    const { db } = payouts.deps;
    await Promise.all([create(payouts, tenant), create(payouts, tenant, { amountCents: 1_013 })]);
    await runJob(payouts.deps);
    payouts.clock.advance(2_000);
    await runJob(payouts.deps);
    await db('payouts').update({ run_at: new Date(), requested_at: new Date() });
    for (const rule of [outcomesAreKnown, stepsAreClaimed, endsAreWhole]) expect(await rule.violations(db)).toEqual([]);
  });

  test('find a step that nobody takes and an end without its proof', async () => {
    const tenant = await payouts.aStore();
    const { db } = payouts.deps;
    const [overdue, done] = [await aHeld(tenant), await aHeld(tenant)];
    await db('payouts')
      .where({ id: overdue.id })
      .update({ run_at: new Date(Date.now() - 301_000) });
    await db('payouts').where({ id: done.id }).update({ status: 'COMPLETE', step: 'DONE', receipt_url: 'x' });
    expect(await stepsAreClaimed.violations(db)).toEqual([expect.stringContaining(overdue.id)]);
    expect(await endsAreWhole.violations(db)).toEqual([expect.stringContaining(done.id)]);
  });
});
