import { startBeforeAll, violatedInvariants } from '@pitanga/testing';
import { invariants } from '../src/jobs/invariants';
import { call, readEvents, startBilling } from './billing-harness';
import {
  aPaidBoleto,
  aPaidCard,
  aPaidCheckout,
  aPaidPix,
  anOpenCheckout,
  aRefund,
  moneyBackEvents,
  readCheckout,
  readRefund,
  refund,
  refundedState,
  refundPart,
  required,
  rowsOf,
  runRefunds,
  simulate,
  simulateCheckout,
} from './money-back';

const billing = startBeforeAll(startBilling);
afterEach(async () => {
  expect(await violatedInvariants(billing.db, invariants, billing.clock.real(), () => Promise.resolve())).toEqual([]);
});

const ofCheckout = { origin: 'CHARGE_ORIGIN_CHECKOUT' } as const;
const ofLink = { origin: 'CHARGE_ORIGIN_PAYMENT_LINK' } as const;

describe('a partial refund', () => {
  test('leaves the charge PAID with its refunded amount, and the last centavo makes it REFUNDED', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const first = await refund(billing, tenant, id, { amountCents: 5_000 });
    expect(first).toMatchObject({ amountCents: 5_000, status: 'REFUND_STATUS_PENDING' });
    expect(billing.ledger.holds.get(first.id)).toEqual({ state: 'HELD', amountCents: 5_000 });
    expect(await refundedState(billing, id)).toEqual(['PAID', 0]);
    await runRefunds(billing);
    expect(await refundedState(billing, id)).toEqual(['PAID', 5_000]);
    await refundPart(billing, tenant, id, 7_299);
    expect(await refundedState(billing, id)).toEqual(['PAID', 12_299]);
    await refundPart(billing, tenant, id, 1);
    expect(await refundedState(billing, id)).toEqual(['REFUNDED', 12_300]);
    await expect(refund(billing, tenant, id, { amountCents: 1 })).rejects.toMatchObject({
      reason: 'ALREADY_REFUNDED',
      message: 'Esta cobrança já foi reembolsada.',
    });
  });

  test('is on the receipt with its amount and day once it has arrived, oldest first', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    await refundPart(billing, tenant, id, 5_000);
    await refundPart(billing, tenant, id, 300);
    await refund(billing, tenant, id, { amountCents: 1 });
    const { refunds } = await billing.charges.resolveCharge({ id }, call());
    expect(refunds.map(({ amountCents }) => amountCents)).toEqual([5_000, 300]);
    expect(refunds.every(({ refundedAt }) => refundedAt instanceof Date)).toBe(true);
    await runRefunds(billing);
  });

  test('without an amount is of all that remains', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidCard(billing, tenant);
    await refundPart(billing, tenant, id, 300);
    expect(await refund(billing, tenant, id)).toMatchObject({ amountCents: 12_000 });
    await runRefunds(billing);
    expect(await refundedState(billing, id)).toEqual(['REFUNDED', 12_300]);
  });

  test('is from 1 to the remaining amount, which a refusal states', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const ask = (amountCents: number) => refund(billing, tenant, id, { amountCents });
    for (const amount of [0, -1]) {
      await expect(ask(amount)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', reason: 'REFUND_AMOUNT' });
    }
    await expect(ask(12_301)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'REFUND_EXCEEDS_LEFT',
      message: 'What is left to refund of this charge is R$ 123,00 (12300 centavos)',
    });
    await refundPart(billing, tenant, id, 2_300);
    await expect(ask(10_001)).rejects.toMatchObject({
      message: 'What is left to refund of this charge is R$ 100,00 (10000 centavos)',
    });
    expect(await rowsOf(billing, 'refunds', tenant)).toHaveLength(1);
  });

  test('runs one at a time: after one that is COMPLETE or FAILED, not beside a PENDING one', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const failing = await refund(billing, tenant, id, { amountCents: 1_014 });
    await expect(refund(billing, tenant, id, { amountCents: 1 })).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'REFUND_PENDING',
    });
    await runRefunds(billing);
    expect((await readRefund(billing, tenant, failing.id)).status).toBe('REFUND_STATUS_FAILED');
    expect(billing.ledger.holds.get(failing.id)?.state).toBe('RELEASED');
    expect(await refundedState(billing, id)).toEqual(['PAID', 0]);
    await refundPart(billing, tenant, id, 1_000);
    await refund(billing, tenant, id);
    await expect(refund(billing, tenant, id, { amountCents: 1 })).rejects.toMatchObject({ reason: 'ALREADY_REFUNDED' });
    await runRefunds(billing);
    expect(await refundedState(billing, id)).toEqual(['REFUNDED', 12_300]);
  });

  test('of a boleto is sent to the Pix key of its request', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidBoleto(billing, tenant);
    await expect(refund(billing, tenant, id, { amountCents: 100 })).rejects.toMatchObject({
      reason: 'BOLETO_REFUND_NEEDS_KEY',
    });
    await refundPart(billing, tenant, id, 2_300, { pixKey: 'ana@example.com', pixKeyType: 'EMAIL' });
    await refundPart(billing, tenant, id, 10_000, { pixKey: '(11) 98765-4321', pixKeyType: 'PHONE' });
    expect(await refundedState(billing, id)).toEqual(['REFUNDED', 12_300]);
  });

  test('of a checkout counts in the checkout, which is REFUNDED with its charge', async () => {
    const tenant = await billing.configuredStore();
    const { checkoutId, chargeId } = await aPaidCheckout(billing, tenant);
    await refundPart(billing, tenant, checkoutId, 2_300, ofCheckout);
    expect(await readCheckout(billing, tenant, checkoutId)).toMatchObject({
      status: 'CHECKOUT_STATUS_PAID',
      paidAmountCents: 12_300,
      refundedAmountCents: 2_300,
    });
    await refundPart(billing, tenant, chargeId, 10_000, ofCheckout);
    expect(await readCheckout(billing, tenant, checkoutId)).toMatchObject({
      status: 'CHECKOUT_STATUS_REFUNDED',
      refundedAmountCents: 12_300,
    });
  });

  test('of the payments of a link adds up on the link, which stays ACTIVE, and is shown for each payment', async () => {
    const tenant = await billing.configuredStore();
    const link = await anOpenCheckout(billing, tenant, 'MULTIPLE_PAYMENTS');
    const payments = [await simulateCheckout(billing, tenant, link), await simulateCheckout(billing, tenant, link)];
    await refundPart(billing, tenant, required(payments[0]), 300, ofLink);
    await refundPart(billing, tenant, required(payments[0]), 12_000, ofLink);
    await refundPart(billing, tenant, required(payments[1]), 700, ofLink);
    expect(await readCheckout(billing, tenant, link)).toMatchObject({
      status: 'CHECKOUT_STATUS_ACTIVE',
      paidAmountCents: 24_600,
      refundedAmountCents: 13_000,
    });
    const keys = { id: link, externalId: undefined, customerId: undefined };
    const { payments: shown } = await billing.checkouts.getCheckout({ tenant, ...keys }, call());
    expect(shown.map(({ status, refundedAmountCents }) => [status, refundedAmountCents])).toEqual([
      ['PAID', 700],
      ['REFUNDED', 12_300],
    ]);
  });

  test('has its own events, each with the refund and the amount refunded so far', async () => {
    const tenant = await billing.configuredStore();
    const { checkoutId } = await aPaidCheckout(billing, tenant);
    const first = await refundPart(billing, tenant, checkoutId, 2_300, ofCheckout);
    const second = await refundPart(billing, tenant, checkoutId, 10_000, ofCheckout);
    const one = ['refund.created', 'refund.completed', 'charge.refunded', 'checkout.refunded'];
    expect(await moneyBackEvents(billing, tenant)).toEqual([...one, ...one]);
    const facts = await readEvents(billing, tenant);
    for (const type of ['charge.refunded', 'checkout.refunded']) {
      expect(facts.filter((fact) => fact.type === type).map(({ payload }) => payload)).toMatchObject([
        {
          refund: { id: first, amountCents: 2_300, status: 'REFUND_STATUS_COMPLETE' },
          charge: { status: 'CHARGE_STATUS_PAID', refundedAmountCents: 2_300 },
          checkout: { status: 'CHECKOUT_STATUS_PAID', refundedAmountCents: 2_300 },
        },
        {
          refund: { id: second, amountCents: 10_000 },
          charge: { status: 'CHARGE_STATUS_REFUNDED', refundedAmountCents: 12_300 },
          checkout: { status: 'CHECKOUT_STATUS_REFUNDED', refundedAmountCents: 12_300 },
        },
      ]);
    }
  });

  test('of an overpaid charge is of its own amount; the overpayment is returned whole', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidBoleto(billing, tenant);
    await simulate(billing, tenant, id, { late: true });
    const over = required((await rowsOf(billing, 'refunds', tenant)).find(({ kind }) => kind === 'OVERPAYMENT'));
    const key = { pixKey: 'ana@example.com', pixKeyType: 'EMAIL' };
    await expect(refund(billing, tenant, String(over['id']), { ...key, amountCents: 1 })).rejects.toMatchObject({
      reason: 'OVERPAYMENT_GOES_WHOLE',
    });
    await refundPart(billing, tenant, id, 300, key);
    await refundPart(billing, tenant, String(over['id']), 12_300, key);
    expect(await refundedState(billing, id)).toEqual(['PAID', 300]);
  });

  test('repeated with its Idempotency-Key is the same refund, also when an amount remains for another', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const ask = () => billing.refunds.createRefund(aRefund(tenant, id, { amountCents: 500 }), call('one-key'));
    const first = await ask();
    await runRefunds(billing);
    expect((await ask()).refund?.id).toBe(first.refund?.id);
    expect(await refundedState(billing, id)).toEqual(['PAID', 500]);
  });

  test('completed by an earlier version without refunded amounts counts as whole', async () => {
    const tenant = await billing.configuredStore();
    const { checkoutId, chargeId } = await aPaidCheckout(billing, tenant);
    await refundPart(billing, tenant, checkoutId, 12_300, ofCheckout);
    await billing.db('charges').where({ id: chargeId }).update({ refunded_cents: 0 });
    await billing.db('checkouts').where({ id: checkoutId }).update({ refunded_cents: 0 });
    expect(await refundedState(billing, chargeId)).toEqual(['REFUNDED', 12_300]);
    expect(await readCheckout(billing, tenant, checkoutId)).toMatchObject({ refundedAmountCents: 12_300 });
  });
});
