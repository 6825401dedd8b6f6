import { failedPrecondition, unavailable, type Tenant } from '@pitanga/core';
import type { Deps } from '../src/deps';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import type { PixProvider } from '../src/provider/pix-provider';
import type { Refund } from '../src/refunds/refund';
import { findRefund } from '../src/refunds/refund-queries';
import { runRefundStep, tryRefundStep } from '../src/returning/run-refund-step';
import { finishRefundIntent } from '../src/returning/create-refund';
import { call, startBilling, type Billing } from './billing-harness';
import {
  aPaidCheckout,
  aPaidPix,
  chargeStatus,
  moneyBackEvents,
  refund,
  required,
  rowsOf,
  runRefunds,
  simulatorWith,
} from './money-back';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());
afterEach(() => {
  billing.ledger.refusal = undefined;
});

const completeEvents = ['refund.created', 'refund.completed', 'charge.refunded'];
const pending = { status: 'PENDING', reference: undefined, failureReason: undefined, providerCode: undefined } as const;
const complete = { status: 'COMPLETE', reference: 'D1', failureReason: undefined, providerCode: undefined } as const;
const refuses = () => Promise.reject(failedPrecondition('O banco não aceita isto.', 'BANK_REFUSED'));
const neverGot = () => Promise.resolve(undefined);
const isAway = () => Promise.reject(unavailable('The bank is away'));

async function rowOf(tenant: Tenant, id: string): Promise<Refund> {
  return required(await findRefund(billing.deps.db, tenant, billing.deps.sealer, id));
}

/** A refund whose request ended before it reached the ledger. */
async function anIntent(tenant: Tenant, chargeId: string): Promise<Refund> {
  billing.ledger.refusal = 'UNAVAILABLE';
  await expect(refund(billing, tenant, chargeId)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  billing.ledger.refusal = undefined;
  const [row] = await rowsOf(billing, 'refunds', tenant);
  return rowOf(tenant, String(row?.id));
}

/** A refund of a new charge that is about to be sent. */
async function aReserved(tenant: Tenant): Promise<Refund> {
  const { id } = await aPaidPix(billing, tenant);
  return rowOf(tenant, (await refund(billing, tenant, id)).id);
}

async function withPix(tenant: Tenant, replaced: Partial<PixProvider>): Promise<Deps> {
  const providers = await simulatorWith(billing, tenant, replaced);
  return { ...billing.deps, providersOf: () => Promise.resolve(providers) };
}

function withLedger(replaced: Partial<Deps['ledger']>): Deps {
  return { ...billing.deps, ledger: { ...billing.ledger, ...replaced } };
}

const holdOf = ({ id }: Refund) => billing.ledger.holds.get(id)?.state;

describe('every step of a refund', () => {
  test('has one effect when two workers do it at once, and none when it is done again later', async () => {
    const tenant = await billing.configuredStore();
    const { checkoutId, chargeId } = await aPaidCheckout(billing, tenant);
    billing.ledger.refusal = 'UNAVAILABLE';
    const route = { origin: 'CHARGE_ORIGIN_CHECKOUT' } as const;
    await expect(refund(billing, tenant, checkoutId, route)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    billing.ledger.refusal = undefined;
    const id = String((await rowsOf(billing, 'refunds', tenant))[0]?.id);
    const steps = [
      ['RESERVE', 0],
      ['SEND', 2_000],
      ['WATCH', 0],
      ['DONE', 0],
    ] as const;
    for (const [step, afterMs] of steps) {
      const before = await rowOf(tenant, id);
      expect(before.step).toBe(step);
      await Promise.all([1, 2, 3].map(() => tryRefundStep(billing.deps, tenant, before)));
      await tryRefundStep(billing.deps, tenant, before);
      billing.clock.advance(afterMs);
    }
    expect([...billing.ledger.holds].filter(([holdId]) => holdId === id)).toEqual([
      [id, { state: 'SETTLED', amountCents: 12_300 }],
    ]);
    expect(await chargeStatus(billing, chargeId)).toBe('REFUNDED');
    expect(await moneyBackEvents(billing, tenant)).toEqual([...completeEvents, 'checkout.refunded']);
  });

  test('is done once for each of many refunds that several replicas share', async () => {
    const tenant = await billing.configuredStore();
    const asked = await Promise.all(Array.from({ length: 25 }, () => aReserved(tenant)));
    const replicas = () => Promise.all([1, 2, 3].map(() => advanceDueRefunds(billing.deps)));
    await replicas();
    billing.clock.advance(2_000);
    await replicas();
    expect(new Set(asked.map(holdOf))).toEqual(new Set(['SETTLED']));
    const facts = await moneyBackEvents(billing, tenant);
    for (const type of completeEvents) expect(facts.filter((fact) => fact === type)).toHaveLength(25);
  });

  test('goes on after a crash between the ledger and the database', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const intent = await anIntent(tenant, id);
    const lostReserve = withLedger({
      reserveHold: async (...call) => {
        await billing.ledger.reserveHold(...call);
        throw unavailable('The answer was lost');
      },
    });
    await tryRefundStep(lostReserve, tenant, intent);
    expect([holdOf(intent), (await rowOf(tenant, intent.id)).step]).toEqual(['HELD', 'RESERVE']);
    billing.clock.advance(15_000);
    await advanceDueRefunds(billing.deps);
    await advanceDueRefunds(billing.deps);
    billing.clock.advance(2_000);
    const lostSettle = withLedger({
      settleHold: async (...call) => {
        await billing.ledger.settleHold(...call);
        throw unavailable('The answer was lost');
      },
    });
    await advanceDueRefunds(lostSettle);
    expect([holdOf(intent), await chargeStatus(billing, id)]).toEqual(['SETTLED', 'PAID']);
    billing.clock.advance(60_000);
    await advanceDueRefunds(billing.deps);
    expect(await chargeStatus(billing, id)).toBe('REFUNDED');
    expect(await moneyBackEvents(billing, tenant)).toEqual(completeEvents);
  });
});

describe('missing money', () => {
  /** Another worker gets the money just before this one is refused. */
  function outrun(tenant: Tenant, intent: Refund): Deps {
    return withLedger({
      reserveHold: async () => {
        await runRefundStep(billing.deps, tenant, intent);
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

  test('told to one worker takes the money back that another one got just then', async () => {
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
    await expect(runRefundStep(billing.deps, tenant, intent)).rejects.toMatchObject({ reason: 'HOLD_RELEASED' });
    expect(await rowsOf(billing, 'refunds', tenant)).toEqual([]);
  });
});

describe('a provider that does not behave', () => {
  test('hears of a refund only once its money is set aside, and of the same order every time', async () => {
    const tenant = await billing.configuredStore();
    const sent: unknown[] = [];
    const reserved = await aReserved(tenant);
    const deps = await withPix(tenant, {
      refundPix: ({ refundId, target, amountCents }) => {
        const hold = billing.ledger.holds.get(refundId)?.state;
        if (refundId === reserved.id) sent.push({ refundId, target, amountCents, hold });
        return isAway();
      },
    });
    await advanceDueRefunds(deps);
    billing.clock.advance(60_000);
    const lost = await withPix(tenant, { readPixRefund: neverGot });
    await advanceDueRefunds(lost);
    await advanceDueRefunds(deps);
    const order = { refundId: reserved.id, target: reserved.target, amountCents: 12_300, hold: 'HELD' };
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
    await tryRefundStep({ ...lostRelease, providersOf: () => Promise.resolve(providers) }, tenant, reserved);
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
    await tryRefundStep(deps, tenant, await rowOf(tenant, reserved.id));
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'PENDING', step: 'SEND' });
    await runRefunds(billing);
    billing.clock.advance(2_000);
    await runRefunds(billing);
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'COMPLETE' });
  });

  test('is believed also when the ledger refuses to settle: the refund does not turn into a failed one', async () => {
    const tenant = await billing.configuredStore();
    const reserved = await aReserved(tenant);
    const providers = await simulatorWith(billing, tenant, { refundPix: () => Promise.resolve(complete) });
    const settleHold = () => Promise.reject(failedPrecondition('Hold was released', 'HOLD_RELEASED'));
    const deps = { ...withLedger({ settleHold }), providersOf: () => Promise.resolve(providers) };
    await tryRefundStep(deps, tenant, reserved);
    expect(await rowOf(tenant, reserved.id)).toMatchObject({ status: 'PENDING', step: 'WATCH', refusal: undefined });
    expect(await moneyBackEvents(billing, tenant)).toEqual(['refund.created']);
  });
});
