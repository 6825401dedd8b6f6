import { failedPrecondition, unavailable, type Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import type { Refund } from '../src/refunds/refund';
import { finishRefundIntent } from '../src/returning/create-refund';
import { reserveRefund } from '../src/returning/reserve-refund';
import { tryRefundStep } from '../src/returning/run-refund-step';
import { call, startBilling } from './billing-harness';
import { aPaidPix, chargeStatus, moneyBackEvents, refund, rowsOf, runRefunds } from './money-back';
import { refundSteps } from './refund-step-makers';

const billing = startBeforeAll(startBilling);
afterEach(() => {
  billing.ledger.refusal = undefined;
});

const { rowOf, anIntent, withLedger, holdOf } = refundSteps(() => billing);

describe('missing money', () => {
  /** Another worker gets the money just before this one is refused. */
  function outrun(tenant: Tenant, intent: Refund): Deps {
    return withLedger({
      reserveHold: async () => {
        await reserveRefund(billing.deps, tenant, intent);
        throw failedPrecondition('INSUFFICIENT_FUNDS: no money', 'INSUFFICIENT_FUNDS');
      },
    });
  }

  test('told to a request that was outrun by the job does not undo what the job began', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const intent = await anIntent(tenant, id);
    expect(await finishRefundIntent(outrun(tenant, intent), tenant, intent.id)).toMatchObject({
      id: intent.id,
      status: 'PENDING',
      step: 'SEND',
    });
    expect(holdOf(intent)).toBe('HELD');
  });

  test('told to a worker that was outrun by another does not fail a refund whose money is set aside', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const intent = await anIntent(tenant, id);
    await tryRefundStep(outrun(tenant, intent), tenant, intent);
    expect([holdOf(intent), (await rowOf(tenant, intent.id)).step]).toEqual(['HELD', 'SEND']);
    await runRefunds(billing);
    expect(await chargeStatus(billing, id)).toBe('REFUNDED');
  });

  const isBusy = () => Promise.reject(unavailable('The ledger is busy', 'LEDGER_BUSY'));
  /** The ledger took the reserve, its answer was a refusal of another one, and now it cannot give the hold up. */
  const heldAndBusy = () =>
    withLedger({
      reserveHold: async (...request) => {
        await billing.ledger.reserveHold(...request);
        throw failedPrecondition('INSUFFICIENT_FUNDS: no money', 'INSUFFICIENT_FUNDS');
      },
      releaseHold: isBusy,
    });

  test('told to a request leaves no hold behind when the ledger is busy meanwhile: the job gives it up, then the row goes', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const intent = await anIntent(tenant, id);
    await expect(finishRefundIntent(heldAndBusy(), tenant, intent.id)).rejects.toMatchObject({
      reason: 'INSUFFICIENT_FUNDS',
    });
    expect([holdOf(intent), (await rowOf(tenant, intent.id)).step]).toEqual(['HELD', 'TAKE_BACK']);
    // For callers it never was, and a next one waits for its end.
    await expect(billing.refunds.getRefund({ tenant, id: intent.id }, call())).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
    const page = { limit: 10, after: undefined, before: undefined };
    const filter = { id: undefined, originalId: undefined, status: undefined };
    expect((await billing.refunds.listRefunds({ tenant, page, ...filter }, call())).refunds).toEqual([]);
    await expect(refund(billing, tenant, id)).rejects.toMatchObject({ reason: 'REFUND_IN_FLIGHT' });
    await expect(finishRefundIntent(billing.deps, tenant, intent.id)).rejects.toMatchObject({ kind: 'ABORTED' });
    billing.clock.advance(15_000);
    await advanceDueRefunds(withLedger({ releaseHold: isBusy }));
    expect([holdOf(intent), (await rowOf(tenant, intent.id)).step]).toEqual(['HELD', 'TAKE_BACK']);
    billing.clock.advance(60_000);
    await advanceDueRefunds(billing.deps);
    expect([holdOf(intent), await rowsOf(billing, 'refunds', tenant)]).toEqual(['RELEASED', []]);
    expect((await refund(billing, tenant, id)).status).toBe('REFUND_STATUS_PENDING');
  });

  test('told to the job fails the refund only once its hold is given up, also when the ledger was busy', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const intent = await anIntent(tenant, id);
    await tryRefundStep(heldAndBusy(), tenant, intent);
    expect(await rowOf(tenant, intent.id)).toMatchObject({ status: 'PENDING', step: 'TAKE_BACK' });
    expect([holdOf(intent), await moneyBackEvents(billing, tenant)]).toEqual(['HELD', []]);
    billing.clock.advance(60_000);
    await advanceDueRefunds(billing.deps);
    expect(await rowOf(tenant, intent.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'INSUFFICIENT_FUNDS',
    });
    expect([holdOf(intent), await moneyBackEvents(billing, tenant)]).toEqual(['RELEASED', ['refund.failed']]);
  });

  test('or of a limit, told to the job, is the reason of the failure', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const intent = await anIntent(tenant, id);
    billing.ledger.refusal = 'PAYOUT_LIMIT_EXCEEDED';
    await tryRefundStep(billing.deps, tenant, intent);
    billing.ledger.refusal = undefined;
    const { refund: failed } = await billing.refunds.getRefund({ tenant, id: intent.id }, call());
    expect([failed?.status, failed?.failure, holdOf(intent)]).toEqual([
      'REFUND_STATUS_FAILED',
      'REFUND_FAILURE_REASON_PAYOUT_LIMIT_EXCEEDED',
      'RELEASED',
    ]);
  });

  test('a refused refund releases a hold that another worker has just placed', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const intent = await anIntent(tenant, id);
    const deps = withLedger({
      reserveHold: async (...request) => {
        await billing.ledger.reserveHold(...request);
        await tryRefundStep(heldAndBusy(), tenant, intent);
        return {};
      },
    });
    await expect(finishRefundIntent(deps, tenant, intent.id)).rejects.toMatchObject({ kind: 'ABORTED' });
    billing.clock.advance(60_000);
    await advanceDueRefunds(billing.deps);
    expect([holdOf(intent), (await rowOf(tenant, intent.id)).status]).toEqual(['RELEASED', 'FAILED']);
  });

  test('refuses a reserve that comes after the refund was given up', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const intent = await anIntent(tenant, id);
    billing.ledger.refusal = 'INSUFFICIENT_FUNDS';
    await expect(finishRefundIntent(billing.deps, tenant, intent.id)).rejects.toMatchObject({
      reason: 'INSUFFICIENT_FUNDS',
    });
    billing.ledger.refusal = undefined;
    await expect(reserveRefund(billing.deps, tenant, intent)).rejects.toMatchObject({ reason: 'HOLD_RELEASED' });
    expect(await rowsOf(billing, 'refunds', tenant)).toEqual([]);
  });
});
