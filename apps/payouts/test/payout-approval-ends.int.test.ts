import type { Tenant } from '@pitanga/core';
import { startBeforeAll, waitFor } from '@pitanga/testing';
import {
  endsAreWhole,
  nothingIsSentUnapproved,
  outcomesAreKnown,
  stepsAreClaimed,
} from '../src/invariants/invariant-queries';
import { clockedPayouts } from '../src/jobs/clocked-payouts';
import { createPayoutJob } from '../src/jobs/payout-job';
import { approve, aWaiting, byPerson, reject, waitingIds } from './payout-approval-makers';
import { activePayout, factsOf, runJob, startPayouts } from './payouts-harness';
import { payoutSteps } from './payout-step-makers';

const payouts = startBeforeAll(startPayouts);
beforeEach(async () => {
  // What one test leaves undone is no work of the next.
  await payouts.deps.db('payouts').delete();
});

const { withLedger, stateOf } = payoutSteps(() => payouts);
const weekMs = 7 * 86_400_000;

async function aLimitedStore(): Promise<Tenant> {
  const tenant = await payouts.aStore();
  await payouts.setLimit(tenant, 4_999);
  return tenant;
}

describe('after seven days without a decision', () => {
  test('it fails and its money is available, not a moment before', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    payouts.clock.advance(weekMs - 1);
    await runJob(payouts.deps);
    expect(await waitingIds(payouts, tenant)).toEqual([id]);
    payouts.clock.advance(1);
    // Before any job has seen it.
    await expect(approve(payouts, tenant, id)).rejects.toMatchObject({ reason: 'PAYOUT_APPROVAL_DECIDED' });
    await expect(reject(payouts, tenant, id)).rejects.toMatchObject({ reason: 'PAYOUT_APPROVAL_DECIDED' });
    await runJob(payouts.deps);
    expect(await activePayout(payouts, tenant, id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'APPROVAL_EXPIRED',
      approval: { status: 'EXPIRED', decidedBy: undefined, decidedAt: undefined },
    });
    expect([stateOf({ id }), payouts.ledger.available(tenant)]).toEqual(['RELEASED', 100_000]);
    expect(await factsOf(payouts, id)).toEqual(['payout.created', 'payout.failed']);
  });

  test('its end is work of the test clock, which finds and runs it', async () => {
    const tenant = await aLimitedStore();
    const { id, createdAt } = await aWaiting(payouts, tenant);
    const work = clockedPayouts(payouts.deps);
    const end = new Date((createdAt?.getTime() ?? 0) + weekMs);
    expect(await work.nextDue(tenant, new Date(end.getTime() + 1))).toEqual(end);
    payouts.clock.advance(weekMs);
    expect(await work.runDue(tenant)).toBe(1);
    expect((await activePayout(payouts, tenant, id)).failureReason).toBe('APPROVAL_EXPIRED');
  });

  test('is ended by another worker when the one that wrote it down died before the ledger', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    payouts.clock.advance(weekMs);
    const dead = withLedger(payouts.deps, { releaseHold: () => new Promise(() => undefined) });
    await createPayoutJob(dead).run();
    const written = async () => (await activePayout(payouts, tenant, id)).approval?.status === 'EXPIRED';
    await waitFor('its end', written);
    expect((await activePayout(payouts, tenant, id)).status).toBe('PENDING');
    payouts.clock.advance(60_000);
    await runJob(payouts.deps);
    expect([(await activePayout(payouts, tenant, id)).status, stateOf({ id })]).toEqual(['FAILED', 'RELEASED']);
  });
});

describe('the rules of payouts', () => {
  test('hold for a payout that waits for days, and call for a person an hour after its approval', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    payouts.clock.advance(3 * 86_400_000);
    const { db } = payouts.deps;
    const rules = [outcomesAreKnown, stepsAreClaimed, endsAreWhole, nothingIsSentUnapproved];
    for (const rule of rules) expect(await rule.violations(db, payouts.clock.real())).toEqual([]);
    await approve(payouts, tenant, id);
    expect(await outcomesAreKnown.violations(db, payouts.clock.real())).toEqual([]);
    payouts.clock.advance(3_600_001);
    expect(await outcomesAreKnown.violations(db, payouts.clock.real())).toEqual([expect.stringContaining(id)]);
  });

  test('find one that is to wait for a person and whose money is not held after an hour', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    const { db } = payouts.deps;
    await db('payouts').where({ id }).update({ step: 'RESERVE' });
    expect(await outcomesAreKnown.violations(db, payouts.clock.real())).toEqual([]);
    payouts.clock.advance(3_600_001);
    expect(await outcomesAreKnown.violations(db, payouts.clock.real())).toEqual([expect.stringContaining(id)]);
  });

  test('are kept by the database, which sends nothing that nobody else has approved', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    const write = (values: object) => payouts.deps.db('payouts').where({ id }).update(values);
    const now = payouts.clock.real();
    await expect(write({ step: 'SEND' })).rejects.toThrow('payouts_approved_first_check');
    await expect(write({ step: 'DONE', status: 'COMPLETE' })).rejects.toThrow('payouts_approved_first_check');
    const own = { approval_status: 'APPROVED', step: 'SEND', decided_by: byPerson.id, decided_at: now };
    await expect(write(own)).rejects.toThrow('payouts_second_person_check');
    await expect(write({ ...own, decided_by: null })).rejects.toThrow('payouts_approval_decided_check');
    expect(await nothingIsSentUnapproved.violations(payouts.deps.db, now)).toEqual([]);
  });
});
