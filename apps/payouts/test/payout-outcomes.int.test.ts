import { unavailable } from '@pitanga/core';
import { startBeforeAll, withDeps } from '@pitanga/testing';
import { outcomesAreKnown } from '../src/invariants/invariant-queries';
import { tryPayoutStep } from '../src/paying-out/run-payout-step';
import { complete, isAway, payoutSteps, refuses, wholeFacts } from './payout-step-makers';
import { activePayout, factsOf, runJob, startPayouts } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);
beforeEach(async () => {
  // What one test leaves undone is no work of the next.
  await payouts.deps.db('payouts').delete();
});

const { watched, withLedger, aHeld, stateOf } = payoutSteps(() => payouts);

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
    const before = await activePayout(payouts, tenant, id);
    await runJob(at.deps);
    await runJob(at.deps);
    expect(at.sent.map(({ payoutId }) => payoutId)).toEqual([id, id]);
    // Another worker that read it before does not have it sent a third time.
    await tryPayoutStep(at.deps, tenant, before);
    expect((await activePayout(payouts, tenant, id)).step).toBe('WATCH');
    payouts.clock.advance(5_000);
    at.provider = { readPayout: () => Promise.resolve(complete) };
    await runJob(at.deps);
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
    await runJob(withDeps(payouts.deps, { findProvider: () => Promise.resolve(undefined) }));
    expect([(await activePayout(payouts, tenant, id)).status, stateOf({ id })]).toEqual(['PENDING', 'HELD']);
  });

  test('of over an hour is found by its rule', async () => {
    const tenant = await payouts.aStore();
    const { id } = await aHeld(tenant);
    const { db } = payouts.deps;
    const now = payouts.clock.real();
    const ago = (minutes: number) => ({ requested_at: new Date(now.getTime() - minutes * 60_000), run_at: now });
    await db('payouts').where({ id }).update(ago(59));
    expect(await outcomesAreKnown.violations(db, now)).toEqual([]);
    await db('payouts').where({ id }).update(ago(61));
    expect(await outcomesAreKnown.violations(db, now)).toEqual([expect.stringContaining(id)]);
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
