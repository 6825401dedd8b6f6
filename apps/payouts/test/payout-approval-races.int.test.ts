import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { tryPayoutStep } from '../src/paying-out/run-payout-step';
import { approve, aWaiting, reject } from './payout-approval-makers';
import { activePayout, factsOf, runJob, startPayouts } from './payouts-harness';
import { complete, payoutSteps } from './payout-step-makers';

const payouts = startBeforeAll(startPayouts);
beforeEach(async () => {
  // What one test leaves undone is no work of the next.
  await payouts.deps.db('payouts').delete();
});

const { watched, stateOf } = payoutSteps(() => payouts);
const weekMs = 7 * 86_400_000;
const rounds = [1, 2, 3, 4, 5, 6];

async function aLimitedStore(): Promise<Tenant> {
  const tenant = await payouts.aStore();
  await payouts.setLimit(tenant, 0);
  return tenant;
}

const outcomes = (settled: readonly PromiseSettledResult<unknown>[]) => settled.map(({ status }) => status).sort();

describe('of decisions at once', () => {
  test('two approvals are one, and the payout is sent once', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    const people = ['user_2', 'user_3', 'user_4'];
    const answers = await Promise.all(people.map((userId) => approve(payouts, tenant, id, userId)));
    expect(new Set(answers.map(({ approval }) => approval?.decidedBy)).size).toBe(1);
    const at = watched({ sendPayout: () => Promise.resolve(complete) });
    await Promise.all([1, 2, 3].map(() => runJob(at.deps)));
    expect([at.sent.length, stateOf({ id })]).toEqual([1, 'SETTLED']);
  });

  test.each(rounds)('an approval and a rejection have one winner, which the money follows (%i)', async (round) => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    const at = watched({ sendPayout: () => Promise.resolve(complete) });
    const both = [() => approve(payouts, tenant, id), () => reject(payouts, tenant, id, 'user_3')];
    if (round % 2 === 0) both.reverse();
    const settled = await Promise.allSettled([...both.map((decide) => decide()), runJob(at.deps)]);
    expect(outcomes(settled)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await runJob(at.deps);
    const { status, approval } = await activePayout(payouts, tenant, id);
    const isApproved = approval?.status === 'APPROVED';
    expect([status, stateOf({ id }), at.sent.length]).toEqual(
      isApproved ? ['COMPLETE', 'SETTLED', 1] : ['FAILED', 'RELEASED', 0],
    );
    expect(await factsOf(payouts, id)).toEqual(['payout.created', isApproved ? 'payout.completed' : 'payout.failed']);
    expect(payouts.ledger.available(tenant)).toBe(isApproved ? 100_000 - 5_080 : 100_000);
  });

  test.each(rounds)('an approval in the last moment and the end of the time have one winner (%i)', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    payouts.clock.advance(weekMs - 1);
    const at = watched({ sendPayout: () => Promise.resolve(complete) });
    const approving = approve(payouts, tenant, id);
    payouts.clock.advance(1);
    const settled = await Promise.allSettled([
      approving,
      runJob(at.deps),
      runJob(at.deps),
      reject(payouts, tenant, id),
    ]);
    await runJob(at.deps);
    const { status, approval } = await activePayout(payouts, tenant, id);
    const isApproved = approval?.status === 'APPROVED';
    expect(approval?.status).toMatch(/^(APPROVED|EXPIRED)$/);
    expect([settled[0].status, settled[3].status]).toEqual([isApproved ? 'fulfilled' : 'rejected', 'rejected']);
    expect([status, stateOf({ id }), at.sent.length]).toEqual(
      isApproved ? ['COMPLETE', 'SETTLED', 1] : ['FAILED', 'RELEASED', 0],
    );
  });

  test('the end of the time is written once by workers that find it together', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    payouts.clock.advance(weekMs);
    const before = await activePayout(payouts, tenant, id);
    await Promise.all([1, 2, 3].map(() => tryPayoutStep(payouts.deps, tenant, before)));
    expect(await factsOf(payouts, id)).toEqual(['payout.created', 'payout.failed']);
    expect(payouts.ledger.available(tenant)).toBe(100_000);
  });
});
