import { cents, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { confirmPayment } from '../src/charging/confirm-payment';
import type { PaymentNotice } from '../src/charging/payment-notice';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { aCustomer, aPixCharge, call, readEvents, startBilling } from './billing-harness';
import {
  aPaidPix,
  aPix,
  anOpenCheckout,
  chargeStatus,
  moneyBackEvents,
  readRefund,
  refund,
  required,
  rowsOf,
  runRefunds,
  simulate,
} from './money-back';

const billing = startBeforeAll(startBilling);

const hourMs = 3_600_000;
const key = { pixKey: 'Ana@Example.com', pixKeyType: 'EMAIL' };

function notice(chargeId: string, overrides: Partial<PaymentNotice> = {}): PaymentNotice {
  const reference = `E99999999202611201500${testIds.token(11)}`;
  return { chargeId, rail: 'PIX', amountCents: cents(12_300), reference, payer: undefined, ...overrides };
}

/** A charge that is past its expiry, still PENDING. */
async function anOverduePix(tenant: Tenant): Promise<string> {
  const { id } = await aPix(billing, tenant);
  billing.clock.advance(hourMs);
  return id;
}

/** An open charge of a checkout that is deleted, so that it is CANCELLED. */
async function aCancelledPix(tenant: Tenant): Promise<string> {
  const checkoutId = await anOpenCheckout(billing, tenant);
  const { charge } = await billing.checkouts.openCheckoutPix({ tenant, checkoutId }, call());
  await billing.checkouts.deleteCheckout({ tenant, id: checkoutId, frequency: undefined }, call());
  return required(charge).id;
}

describe('money that a charge cannot take', () => {
  interface Situation {
    readonly name: string;
    readonly reason: string;
    /** Of the charge, which does not change. */
    readonly status: string;
    readonly make: (tenant: Tenant) => Promise<string>;
    readonly amountCents?: number;
  }
  const late = { reason: 'LATE', status: 'EXPIRED' };
  const situations: readonly Situation[] = [
    { name: 'after its expiry, before the job expired it', ...late, make: anOverduePix },
    {
      name: 'after the job expired it',
      ...late,
      make: async (tenant) => {
        const id = await anOverduePix(tenant);
        await expireOverdue(billing.deps);
        return id;
      },
    },
    { name: 'after its checkout was deleted', reason: 'LATE', status: 'CANCELLED', make: aCancelledPix },
    {
      name: 'a second time',
      reason: 'DUPLICATE',
      status: 'PAID',
      make: async (tenant) => (await aPaidPix(billing, tenant)).id,
    },
    {
      name: 'after it was refunded',
      reason: 'DUPLICATE',
      status: 'REFUNDED',
      make: async (tenant) => {
        const { id } = await aPaidPix(billing, tenant);
        await refund(billing, tenant, id);
        await runRefunds(billing);
        return id;
      },
    },
    {
      name: 'of another amount',
      reason: 'AMOUNT_MISMATCH',
      status: 'PENDING',
      make: async (tenant) => (await aPix(billing, tenant)).id,
      amountCents: 12_299,
    },
  ];

  test.each(situations)('$name is recorded as $reason and returned', async (situation) => {
    const { reason, status, make, amountCents = 12_300 } = situation;
    const tenant = await billing.configuredStore();
    const id = await make(tenant);
    const [before, heldBefore] = [await moneyBackEvents(billing, tenant), billing.ledger.reserves.length];
    const told = notice(id, { amountCents: cents(amountCents) });
    const stored = (await billing.db('charges').where({ id }).first()) as object;
    await transact(billing.deps, (tx) => confirmPayment(tx, tenant, told));
    expect(await billing.db('charges').where({ id }).first()).toEqual(stored);
    const rows = (await rowsOf(billing, 'refunds', tenant)).filter((row) => row.kind === 'OVERPAYMENT');
    expect(rows).toMatchObject([
      { status: 'PENDING', rail: 'PIX', target: told.reference, amount_cents: told.amountCents, reason, charge_id: id },
    ]);
    const refundId = String(rows[0]?.id);
    expect(await readRefund(billing, tenant, refundId)).toMatchObject({ originalId: id, chargeId: id });
    await runRefunds(billing);
    expect(await readRefund(billing, tenant, refundId)).toMatchObject({ status: 'REFUND_STATUS_COMPLETE' });
    expect(await chargeStatus(billing, id)).toBe(status);
    const after = (await moneyBackEvents(billing, tenant)).slice(before.length);
    expect(after).toEqual(['charge.overpaid', 'refund.created', 'refund.completed', 'charge.overpayment_returned']);
    const facts = (await readEvents(billing, tenant)).filter(({ type }) => type.startsWith('charge.overpa'));
    expect(facts).toMatchObject([
      { key: id, payload: { reason, charge: { id }, refund: { id: refundId, amountCents: told.amountCents } } },
      { key: id, payload: { charge: { id }, refund: { id: refundId, status: 'REFUND_STATUS_COMPLETE' } } },
    ]);
    // It was never the merchant's: the ledger holds nothing of it.
    expect(billing.ledger.reserves).toHaveLength(heldBefore);
  });

  test('is returned once, however often and concurrently the same transfer is reported', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const told = notice(id);
    await Promise.all(
      Array.from({ length: 20 }, () => transact(billing.deps, (tx) => confirmPayment(tx, tenant, told))),
    );
    await runRefunds(billing);
    await transact(billing.deps, (tx) => confirmPayment(tx, tenant, told));
    await runRefunds(billing);
    expect(await rowsOf(billing, 'refunds', tenant)).toHaveLength(1);
    expect(await moneyBackEvents(billing, tenant)).toEqual([
      'charge.overpaid',
      'refund.created',
      'refund.completed',
      'charge.overpayment_returned',
    ]);
  });

  test('leaves the charge open for the right amount, also when both come at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPix(billing, tenant);
    const wrongAmount = notice(id, { amountCents: cents(1) });
    await Promise.all(
      [wrongAmount, notice(id)].map((told) => transact(billing.deps, (tx) => confirmPayment(tx, tenant, told))),
    );
    await transact(billing.deps, (tx) => confirmPayment(tx, tenant, wrongAmount));
    expect(await chargeStatus(billing, id)).toBe('PAID');
    expect(await rowsOf(billing, 'refunds', tenant)).toMatchObject([{ kind: 'OVERPAYMENT', amount_cents: 1 }]);
    expect((await refund(billing, tenant, id)).amountCents).toBe(12_300);
  });

  test('ends FAILED, with refund.failed, no return and the need of a key, when the provider refuses it', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPix(billing, tenant);
    await transact(billing.deps, (tx) => confirmPayment(tx, tenant, notice(id, { amountCents: cents(10_014) })));
    await runRefunds(billing);
    expect(await rowsOf(billing, 'refunds', tenant)).toMatchObject([{ status: 'FAILED' }]);
    expect(await moneyBackEvents(billing, tenant)).toEqual([
      'charge.overpaid',
      'refund.created',
      'refund.failed',
      'refund.needs_key',
    ]);
  });

  test('is NOT_FOUND for another tenant', async () => {
    const { id } = await aPaidPix(billing, await billing.configuredStore());
    await expect(transact(billing.deps, (tx) => confirmPayment(tx, aTenant(), notice(id)))).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
  });
});

describe('a return that its provider refused', () => {
  test('is started again, as another order, with a Pix key', async () => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer({ email: 'ana@example.com' });
    const { id } = required((await billing.charges.createPixCharge(aPixCharge(tenant, { customer }), call())).charge);
    await simulate(billing, tenant, id, { amountCents: 714 });
    await simulate(billing, tenant, id);
    await runRefunds(billing);
    const [refused] = await rowsOf(billing, 'refunds', tenant);
    expect(refused).toMatchObject({ kind: 'OVERPAYMENT', status: 'FAILED', rail: 'PIX', order_number: 0 });
    expect((await refund(billing, tenant, String(refused?.id), key)).status).toBe('REFUND_STATUS_PENDING');
    expect(await rowsOf(billing, 'refunds', tenant)).toMatchObject([
      { id: refused?.id, rail: 'TRANSFER', step: 'SEND', order_number: 1, failure_reason: null },
    ]);
  });
});
