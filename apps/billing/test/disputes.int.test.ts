import type { DisputeOutcome } from '@pitanga/contracts';
import { toTenant, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { openSimulatedDisputes } from '../src/jobs/open-simulated-disputes';
import { call, firstPage, readEvents, startBilling } from './billing-harness';
import {
  aPaidCard,
  aPaidCheckout,
  aPaidPix,
  aPix,
  anOpenCheckout,
  chargeStatus,
  moneyBackEvents,
  readCheckout,
  refund,
  required,
  rowsOf,
  runRefunds,
  simulate,
  simulateCheckout,
} from './money-back';

const billing = startBeforeAll(startBilling);

const disputedCard = '4000000000000259';

async function dispute(tenant: Tenant, id: string, outcome: 'OPENED' | 'WON' | 'LOST', key?: string) {
  const request = { tenant, id, outcome: `DISPUTE_OUTCOME_${outcome}` satisfies DisputeOutcome };
  return required((await billing.charges.simulateDispute(request, call(key))).charge);
}

describe('a dispute', () => {
  test('of a checkout changes its charge and leaves the checkout PAID; lost, the charge is CHARGED_BACK', async () => {
    const tenant = await billing.configuredStore();
    const { checkoutId, chargeId: id } = await aPaidCheckout(billing, tenant);
    billing.clock.advance(1_000);
    expect(await dispute(tenant, id, 'OPENED')).toMatchObject({
      status: 'CHARGE_STATUS_UNDER_DISPUTE',
      updatedAt: billing.clock.real(),
    });
    expect(await rowsOf(billing, 'disputes', tenant)).toMatchObject([
      { charge_id: id, status: 'OPEN', amount_cents: 12_300, closed_at: null },
    ]);
    expect((await dispute(tenant, id, 'LOST')).status).toBe('CHARGE_STATUS_CHARGED_BACK');
    const [row] = await rowsOf(billing, 'disputes', tenant);
    expect(row).toMatchObject({ status: 'LOST', closed_at: billing.clock.real() });
    const told = await readEvents(billing, tenant);
    const own = { id: row?.id, chargeId: id, amountCents: 12_300 };
    expect(told.filter(({ key }) => key === row?.id)).toMatchObject([
      { type: 'dispute.opened', payload: { dispute: { ...own, status: 'DISPUTE_STATUS_OPEN' } } },
      { type: 'dispute.closed', payload: { dispute: { ...own, status: 'DISPUTE_STATUS_LOST' } } },
    ]);
    const facts = told.filter(({ type }) => type.startsWith('charge.dispute'));
    expect(facts).toMatchObject([
      { type: 'charge.disputed', payload: { charge: { status: 'CHARGE_STATUS_UNDER_DISPUTE' } } },
      { type: 'charge.dispute_lost', payload: { charge: { status: 'CHARGE_STATUS_CHARGED_BACK' } } },
    ]);
    for (const { key, payload } of facts) {
      expect(key).toBe(id);
      expect(payload).toMatchObject({
        disputeId: row?.id,
        reason: 'Contestação simulada',
        charge: { id },
        checkout: { id: checkoutId, status: 'CHECKOUT_STATUS_PAID' },
        customer: { maskedTaxId: expect.stringContaining('***') as string },
      });
    }
    expect((await readCheckout(billing, tenant, checkoutId)).status).toBe('CHECKOUT_STATUS_PAID');
  });

  test('won makes the charge PAID again, which may then be refunded or disputed once more', async () => {
    const tenant = await billing.configuredStore();
    const [first, second] = [await aPaidPix(billing, tenant), await aPaidPix(billing, tenant)];
    for (const { id } of [first, second]) {
      await dispute(tenant, id, 'OPENED');
      expect((await dispute(tenant, id, 'WON')).status).toBe('CHARGE_STATUS_PAID');
    }
    expect((await dispute(tenant, first.id, 'OPENED')).status).toBe('CHARGE_STATUS_UNDER_DISPUTE');
    await refund(billing, tenant, second.id);
    await runRefunds(billing);
    expect(await chargeStatus(billing, second.id)).toBe('REFUNDED');
    expect((await moneyBackEvents(billing, tenant)).filter((type) => type.includes('dispute'))).toEqual([
      'charge.disputed',
      'charge.dispute_won',
      'charge.disputed',
      'charge.dispute_won',
      'charge.disputed',
    ]);
  });

  test('is under review once nobody answered it in time, and ends by the word of the provider', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    await dispute(tenant, id, 'OPENED');
    const stateOf = async () => {
      const request = { tenant, page: firstPage, chargeId: id, state: undefined };
      return (await billing.disputes.listDisputes(request, call())).disputes[0];
    };
    const inState = async (state: 'NEEDS_ANSWER' | 'UNDER_REVIEW') => {
      const request = { tenant, page: firstPage, chargeId: undefined, state: `DISPUTE_STATE_${state}` as const };
      return (await billing.disputes.listDisputes(request, call())).disputes.length;
    };
    const { dueBy } = required(await stateOf());
    billing.clock.advance(required(dueBy).getTime() - billing.clock.real().getTime());
    expect((await stateOf())?.state).toBe('DISPUTE_STATE_NEEDS_ANSWER');
    expect([await inState('NEEDS_ANSWER'), await inState('UNDER_REVIEW')]).toEqual([1, 0]);
    billing.clock.advance(1);
    expect((await stateOf())?.state).toBe('DISPUTE_STATE_UNDER_REVIEW');
    expect([await inState('NEEDS_ANSWER'), await inState('UNDER_REVIEW')]).toEqual([0, 1]);
    const late = { tenant, id: required(await stateOf()).id, evidence: { explanation: 'Entregue.' }, submit: true };
    await expect(billing.disputes.answerDispute(late, call())).rejects.toMatchObject({ reason: 'DISPUTE_OVERDUE' });
    expect((await dispute(tenant, id, 'LOST')).status).toBe('CHARGE_STATUS_CHARGED_BACK');
    expect((await stateOf())?.state).toBe('DISPUTE_STATE_LOST');
  });

  test('is listed by the days on which disputes were opened', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    await dispute(tenant, id, 'OPENED');
    const openedAt = billing.clock.real();
    const after = new Date(openedAt.getTime() + 1);
    const listed = async (dates: { readonly createdFrom?: Date; readonly createdTo?: Date }) => {
      const request = { tenant, page: { ...firstPage, ...dates }, chargeId: undefined, state: undefined };
      return (await billing.disputes.listDisputes(request, call())).disputes.map(({ chargeId }) => chargeId);
    };
    expect(await listed({ createdFrom: openedAt, createdTo: after })).toEqual([id]);
    expect(await listed({ createdFrom: after })).toEqual([]);
    expect(await listed({ createdTo: openedAt })).toEqual([]);
  });

  test('is opened once however many open it at once, and decided once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const opened = await Promise.allSettled(Array.from({ length: 10 }, () => dispute(tenant, id, 'OPENED')));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const outcomes = (['WON', 'LOST', 'WON', 'LOST'] as const).map((outcome) => dispute(tenant, id, outcome));
    const decided = await Promise.allSettled(outcomes);
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rowsOf(billing, 'disputes', tenant)).toHaveLength(1);
    expect(await moneyBackEvents(billing, tenant)).toHaveLength(2);
  });

  test('is refused twice, undecided, on what is not paid, in production and of another tenant', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const { id: unpaid } = await aPix(billing, tenant);
    const kind = 'FAILED_PRECONDITION';
    await expect(dispute(tenant, id, 'WON')).rejects.toMatchObject({ kind, reason: 'NO_OPEN_DISPUTE' });
    await expect(dispute(tenant, id, 'LOST')).rejects.toMatchObject({ kind, reason: 'NO_OPEN_DISPUTE' });
    await expect(dispute(tenant, unpaid, 'OPENED')).rejects.toMatchObject({ kind, reason: 'NOT_DISPUTABLE' });
    await expect(dispute(toTenant(tenant.storeId, false), id, 'OPENED')).rejects.toMatchObject({
      kind,
      reason: 'DEV_MODE_ONLY',
    });
    for (const [of, one] of [
      [aTenant(), id],
      [tenant, 'pix_char_nothing'],
    ] as const) {
      await expect(dispute(of, one, 'OPENED')).rejects.toMatchObject({
        kind: 'NOT_FOUND',
        message: 'Cobrança não encontrada.',
      });
    }
    expect(await rowsOf(billing, 'disputes', tenant)).toEqual([]);
    await dispute(tenant, id, 'OPENED');
    await expect(dispute(tenant, id, 'OPENED')).rejects.toMatchObject({ kind, reason: 'NOT_DISPUTABLE' });
  });

  test('returns the stored response to a repeated idempotency key', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const first = await dispute(tenant, id, 'OPENED', 'once');
    expect(await dispute(tenant, id, 'OPENED', 'once')).toEqual(first);
  });
});

describe('a dispute and a refund', () => {
  test('exclude each other, whichever comes first', async () => {
    const tenant = await billing.configuredStore();
    const [refunded, disputed] = [await aPaidPix(billing, tenant), await aPaidPix(billing, tenant)];
    const kind = 'FAILED_PRECONDITION';
    await refund(billing, tenant, refunded.id);
    await expect(dispute(tenant, refunded.id, 'OPENED')).rejects.toMatchObject({ kind, reason: 'REFUND_UNDER_WAY' });
    await dispute(tenant, disputed.id, 'OPENED');
    await expect(refund(billing, tenant, disputed.id)).rejects.toMatchObject({ kind, reason: 'NOT_REFUNDABLE' });
    await dispute(tenant, disputed.id, 'LOST');
    await expect(refund(billing, tenant, disputed.id)).rejects.toMatchObject({ kind, reason: 'NOT_REFUNDABLE' });
    await runRefunds(billing);
    await expect(dispute(tenant, refunded.id, 'OPENED')).rejects.toMatchObject({ kind, reason: 'NOT_DISPUTABLE' });
  });

  test('opened concurrently have one winner', async () => {
    const tenant = await billing.configuredStore();
    const charges = await Promise.all(Array.from({ length: 8 }, () => aPaidPix(billing, tenant)));
    for (const { id } of charges) {
      const results = await Promise.allSettled([refund(billing, tenant, id), dispute(tenant, id, 'OPENED')]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect((await rowsOf(billing, 'refunds', tenant)).length + (await rowsOf(billing, 'disputes', tenant)).length).toBe(
      8,
    );
  });

  test('that failed leaves the charge disputable', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant, 10_014);
    await refund(billing, tenant, id);
    await runRefunds(billing);
    expect((await dispute(tenant, id, 'OPENED')).status).toBe('CHARGE_STATUS_UNDER_DISPUTE');
  });
});

describe('a simulated dispute', () => {
  const statuses = (ids: readonly string[]) => Promise.all(ids.map((id) => chargeStatus(billing, id)));

  test('comes two seconds after the payment of an amount that ends in 15 or by the disputed card', async () => {
    const tenant = await billing.configuredStore();
    const checkoutId = await anOpenCheckout(billing, tenant, 'ONE_TIME', 20_015);
    const byCard = { method: 'PAYMENT_METHOD_CARD', cardNumber: disputedCard } as const;
    const link = await anOpenCheckout(billing, tenant, 'MULTIPLE_PAYMENTS');
    const ids = [
      (await aPaidPix(billing, tenant, 10_015)).id,
      await simulateCheckout(billing, tenant, checkoutId),
      (await aPaidCard(billing, tenant, disputedCard)).id,
      await simulateCheckout(billing, tenant, link, byCard),
    ];
    const others = [await aPaidPix(billing, tenant, 10_016), await aPaidCard(billing, tenant)].map(({ id }) => id);
    // Each payment of a checkout took a millisecond.
    billing.clock.advance(1_997);
    await openSimulatedDisputes(billing.deps);
    expect(new Set(await statuses(ids))).toEqual(new Set(['PAID']));
    billing.clock.advance(3);
    await openSimulatedDisputes(billing.deps);
    await openSimulatedDisputes(billing.deps);
    expect(new Set(await statuses(ids))).toEqual(new Set(['UNDER_DISPUTE']));
    expect(new Set(await statuses(others))).toEqual(new Set(['PAID']));
    expect(await moneyBackEvents(billing, tenant)).toEqual(ids.map(() => 'charge.disputed'));
  });

  test('is opened once for each of many charges that several replicas share', async () => {
    const tenant = await billing.configuredStore();
    const charges = await Promise.all(Array.from({ length: 20 }, () => aPaidPix(billing, tenant, 10_015)));
    billing.clock.advance(2_000);
    await Promise.all([1, 2, 3].map(() => openSimulatedDisputes(billing.deps)));
    expect(new Set(await statuses(charges.map(({ id }) => id)))).toEqual(new Set(['UNDER_DISPUTE']));
    expect(await rowsOf(billing, 'disputes', tenant)).toHaveLength(20);
    expect(await rowsOf(billing, 'simulated_disputes', tenant)).toEqual([]);
  });

  test('does not come where there is nothing left to dispute, and holds up no other', async () => {
    const tenant = await billing.configuredStore();
    const refunded = await aPaidPix(billing, tenant, 10_015);
    const byHand = await aPaidPix(billing, tenant, 10_015);
    const plain = await aPaidPix(billing, tenant, 10_015);
    await refund(billing, tenant, refunded.id);
    await dispute(tenant, byHand.id, 'OPENED');
    billing.clock.advance(2_000);
    await openSimulatedDisputes(billing.deps);
    expect(await statuses([refunded.id, byHand.id, plain.id])).toEqual(['PAID', 'UNDER_DISPUTE', 'UNDER_DISPUTE']);
    expect(await rowsOf(billing, 'simulated_disputes', tenant)).toEqual([]);
    await runRefunds(billing);
    await runRefunds(billing);
    expect(await chargeStatus(billing, refunded.id)).toBe('REFUNDED');
  });

  test('that comes while a part is being refunded waits for its end, and is of the rest', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant, 10_015);
    billing.clock.advance(1_000);
    await refund(billing, tenant, id, { amountCents: 1_000 });
    billing.clock.advance(1_000);
    await openSimulatedDisputes(billing.deps);
    expect(await chargeStatus(billing, id)).toBe('PAID');
    await runRefunds(billing);
    await openSimulatedDisputes(billing.deps);
    expect(await chargeStatus(billing, id)).toBe('UNDER_DISPUTE');
    expect(await rowsOf(billing, 'disputes', tenant)).toMatchObject([{ amount_cents: 9_015, status: 'OPEN' }]);
    expect(await rowsOf(billing, 'simulated_disputes', tenant)).toEqual([]);
  });

  test('is not scheduled for a payment that the charge could not take', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPix(billing, tenant, 10_015);
    await simulate(billing, tenant, id, { amountCents: 500 });
    expect(await rowsOf(billing, 'simulated_disputes', tenant)).toEqual([]);
  });
});
