import { failedPrecondition, unavailable } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import type { PixProvider } from '../src/provider/pix-provider';
import { tryRefundStep } from '../src/returning/run-refund-step';
import { startBilling } from './billing-harness';
import { moneyBackEvents, runRefunds, simulatorWith } from './money-back';
import { complete, isAway, neverGot, pending, refundSteps, refuses } from './refund-step-makers';

const billing = startBeforeAll(startBilling);

const { rowOf, aReserved, withPix, withLedger, holdOf } = refundSteps(() => billing);

describe('a provider that does not behave', () => {
  test('hears of a refund only once its money is set aside and WATCH is committed, and of the same order every time', async () => {
    const tenant = await billing.configuredStore();
    const sent: unknown[] = [];
    const reserved = await aReserved(tenant);
    const deps = await withPix(tenant, {
      refundPix: async ({ refundId, target, amountCents }) => {
        if (refundId !== reserved.id) return isAway();
        const hold = billing.ledger.holds.get(refundId)?.state;
        const { step } = await rowOf(tenant, refundId);
        sent.push({ refundId, target, amountCents, hold, step });
        return isAway();
      },
    });
    await advanceDueRefunds(deps);
    billing.clock.advance(60_000);
    const lost = await withPix(tenant, { readPixRefund: neverGot });
    await advanceDueRefunds(lost);
    await advanceDueRefunds(deps);
    const order = { refundId: reserved.id, target: reserved.target, amountCents: 12_300, hold: 'HELD', step: 'WATCH' };
    expect(reserved.target).toMatch(/^E99999999/);
    expect(sent).toEqual([order, order]);
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'PENDING', step: 'WATCH', attempts: 1 });
    expect(holdOf(reserved)).toBe('HELD');
  });

  test('is asked, and not sent the order again, for a minute after an order whose answer was lost', async () => {
    const tenant = await billing.configuredStore();
    const reserved = await aReserved(tenant);
    const refundPix = jest.fn(isAway);
    const deps = await withPix(tenant, { refundPix, readPixRefund: neverGot });
    await tryRefundStep(deps, tenant, reserved);
    for (let second = 0; second < 59; second += 10) {
      await tryRefundStep(deps, tenant, await rowOf(tenant, reserved.id));
      billing.clock.advance(10_000 - (second === 50 ? 1 : 0));
    }
    await tryRefundStep(deps, tenant, await rowOf(tenant, reserved.id));
    expect([refundPix.mock.calls.length, (await rowOf(tenant, reserved.id)).step]).toEqual([1, 'WATCH']);
    billing.clock.advance(1);
    await tryRefundStep(deps, tenant, await rowOf(tenant, reserved.id));
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'PENDING', step: 'SEND' });
    expect(holdOf(reserved)).toBe('HELD');
  });

  test('that refuses a repeat keeps the money held until it has not known the order for a minute', async () => {
    const tenant = await billing.configuredStore();
    const reserved = await aReserved(tenant);
    const step = async (replaced: Partial<PixProvider>) =>
      tryRefundStep(await withPix(tenant, replaced), tenant, await rowOf(tenant, reserved.id));
    await step({ refundPix: isAway });
    billing.clock.advance(60_000);
    await step({ readPixRefund: neverGot });
    await step({ refundPix: refuses, readPixRefund: neverGot });
    billing.clock.advance(59_999);
    await step({ readPixRefund: neverGot });
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'PENDING', step: 'WATCH' });
    expect(holdOf(reserved)).toBe('HELD');
    billing.clock.advance(1);
    await step({ refundPix: () => Promise.resolve(complete), readPixRefund: neverGot });
    expect(await rowOf(tenant, reserved.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'UNKNOWN',
    });
    expect(holdOf(reserved)).toBe('RELEASED');
  });

  test('that refuses a repeat of what it carries out after all is believed when it says so', async () => {
    const tenant = await billing.configuredStore();
    const reserved = await aReserved(tenant);
    const step = async (replaced: Partial<PixProvider>) =>
      tryRefundStep(await withPix(tenant, replaced), tenant, await rowOf(tenant, reserved.id));
    await step({ refundPix: isAway });
    billing.clock.advance(60_000);
    await step({ readPixRefund: neverGot });
    await step({ refundPix: refuses, readPixRefund: neverGot });
    await step({ readPixRefund: () => Promise.resolve(complete) });
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'COMPLETE', reference: 'D1' });
    expect(holdOf(reserved)).toBe('SETTLED');
  });

  test('is not sent a refused order again when the crash came between the ledger and the database', async () => {
    const tenant = await billing.configuredStore();
    const reserved = await aReserved(tenant);
    const providers = await simulatorWith(billing, tenant, { refundPix: refuses, readPixRefund: neverGot });
    const lostRelease = withLedger({
      releaseHold: async (...call) => {
        await billing.ledger.releaseHold(...call);
        throw unavailable('The answer was lost');
      },
    });
    await tryRefundStep({ ...lostRelease, findProviders: () => Promise.resolve(providers) }, tenant, reserved);
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'PENDING', step: 'WATCH' });
    billing.clock.advance(60_000);
    const refundPix = jest.fn(() => Promise.resolve(complete));
    const deps = await withPix(tenant, { refundPix, readPixRefund: neverGot });
    await tryRefundStep(deps, tenant, await rowOf(tenant, reserved.id));
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'FAILED' });
    expect(refundPix).not.toHaveBeenCalled();
  });

  test('fails a refund that it refuses and does not know', async () => {
    const tenant = await billing.configuredStore();
    const reserved = await aReserved(tenant);
    const deps = await withPix(tenant, { refundPix: refuses, readPixRefund: neverGot });
    await tryRefundStep(deps, tenant, reserved);
    expect(await rowOf(tenant, reserved.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'UNKNOWN',
    });
    expect(holdOf(reserved)).toBe('RELEASED');
    expect(await moneyBackEvents(billing, tenant)).toEqual(['refund.created', 'refund.failed']);
  });

  test('does not fail a refund whose repeat it refuses because the first was carried out', async () => {
    const tenant = await billing.configuredStore();
    const reserved = await aReserved(tenant);
    const deps = await withPix(tenant, { refundPix: refuses, readPixRefund: () => Promise.resolve(complete) });
    await tryRefundStep(deps, tenant, reserved);
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'COMPLETE', reference: 'D1' });
    expect(holdOf(reserved)).toBe('SETTLED');
  });

  test('leaves a refund pending, and its money held, when it refuses to say how it stands', async () => {
    const tenant = await billing.configuredStore();
    const reserved = await aReserved(tenant);
    for (const refundPix of [refuses, () => Promise.resolve(pending)]) {
      const deps = await withPix(tenant, { refundPix, readPixRefund: refuses });
      await tryRefundStep(deps, tenant, await rowOf(tenant, reserved.id));
    }
    const deps = await withPix(tenant, { readPixRefund: refuses });
    const watched = await rowOf(tenant, reserved.id);
    expect(watched.step).toBe('WATCH');
    await tryRefundStep(deps, tenant, watched);
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'PENDING', step: 'WATCH', attempts: 3 });
    expect(holdOf(reserved)).toBe('HELD');
  });

  test('is sent the order again when it has never heard of it', async () => {
    const tenant = await billing.configuredStore();
    const reserved = await aReserved(tenant);
    await tryRefundStep(billing.deps, tenant, reserved);
    billing.clock.advance(60_000);
    const deps = await withPix(tenant, { readPixRefund: neverGot });
    const watched = await rowOf(tenant, reserved.id);
    await tryRefundStep(deps, tenant, watched);
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'PENDING', step: 'SEND' });
    const taken = await withPix(tenant, { refundPix: () => Promise.resolve(pending) });
    await tryRefundStep(taken, tenant, await rowOf(tenant, reserved.id));
    billing.clock.advance(60_000);
    // Another worker that read it before does not have it sent a third time.
    await tryRefundStep(deps, tenant, watched);
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'PENDING', step: 'WATCH' });
    billing.clock.advance(2_000);
    await runRefunds(billing);
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'COMPLETE' });
  });

  test('is believed also when the ledger refuses to settle: the refund does not turn into a failed one', async () => {
    const tenant = await billing.configuredStore();
    const reserved = await aReserved(tenant);
    const providers = await simulatorWith(billing, tenant, { refundPix: () => Promise.resolve(complete) });
    const settleHold = () => Promise.reject(failedPrecondition('Hold was released', 'HOLD_RELEASED'));
    const deps = { ...withLedger({ settleHold }), findProviders: () => Promise.resolve(providers) };
    await tryRefundStep(deps, tenant, reserved);
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'PENDING', step: 'WATCH', refusal: undefined });
    expect(await moneyBackEvents(billing, tenant)).toEqual(['refund.created']);
  });
});
