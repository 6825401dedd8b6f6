import { unavailable } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { tryRefundStep } from '../src/returning/run-refund-step';
import { startBilling } from './billing-harness';
import { aPaidCheckout, aPaidPix, chargeStatus, moneyBackEvents, refund, rowsOf } from './money-back';
import { refundSteps } from './refund-step-makers';

const billing = startBeforeAll(startBilling);
afterEach(() => {
  billing.ledger.refusal = undefined;
});

const completeEvents = ['refund.created', 'refund.completed', 'charge.refunded'];
const { rowOf, anIntent, aReserved, withLedger, holdOf } = refundSteps(() => billing);

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
