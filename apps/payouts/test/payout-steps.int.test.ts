import { unavailable } from '@pitanga/core';
import { startBeforeAll, waitFor } from '@pitanga/testing';
import { endsAreWhole, outcomesAreKnown, stepsAreClaimed } from '../src/invariants/invariant-queries';
import { createPayoutJob } from '../src/jobs/payout-job';
import { tryPayoutStep } from '../src/paying-out/run-payout-step';
import { makePayoutDue } from '../src/payouts/payout-repository';
import type { PayoutReading } from '../src/provider/payout-provider';
import { complete, payoutSteps, pending, wholeFacts } from './payout-step-makers';
import { activePayout, create, factsOf, runJob, startPayouts } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);
beforeEach(async () => {
  // What one test leaves undone is no work of the next.
  await payouts.deps.db('payouts').delete();
});

const { watched, withLedger, aHeld, anIntent, stateOf } = payoutSteps(() => payouts);

describe('every step of a payout', () => {
  test('has one effect when three workers do it at once, and none when it is done again later', async () => {
    const tenant = await payouts.aStore();
    const { id } = await anIntent(tenant);
    const at = watched({ readPayout: () => Promise.resolve(complete) });
    for (const step of ['RESERVE', 'SEND', 'WATCH', 'RETURNS']) {
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
    const now = payouts.clock.real();
    await db('payouts').update({ run_at: now, requested_at: now });
    for (const rule of [outcomesAreKnown, stepsAreClaimed, endsAreWhole]) {
      expect(await rule.violations(db, now)).toEqual([]);
    }
  });

  test('find a step that nobody takes and an end without its proof', async () => {
    const tenant = await payouts.aStore();
    const { db } = payouts.deps;
    const [overdue, done] = [await aHeld(tenant), await aHeld(tenant)];
    const now = payouts.clock.real();
    const runAt = new Date(now.getTime() - 301_000);
    await db('payouts').where({ id: overdue.id }).update({ run_at: runAt });
    await db('payouts').where({ id: done.id }).update({ status: 'COMPLETE', step: 'DONE', receipt_url: 'x' });
    expect(await stepsAreClaimed.violations(db, now)).toEqual([expect.stringContaining(overdue.id)]);
    expect(await endsAreWhole.violations(db, now)).toEqual([expect.stringContaining(done.id)]);
  });
});
