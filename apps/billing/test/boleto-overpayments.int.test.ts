import type { Charge } from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { confirmPayment } from '../src/charging/confirm-payment';
import type { PaymentNotice } from '../src/charging/payment-notice';
import { call, startBilling } from './billing-harness';
import {
  aBoleto,
  aPaidCheckout,
  aPaidPix,
  aPix,
  chargeStatus,
  moneyBackEvents,
  readRefund,
  refund,
  required,
  rowsOf,
  runRefunds,
  simulate,
  simulateCheckout,
} from './money-back';

const billing = startBeforeAll(startBilling);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const key = { pixKey: 'Ana@Example.com', pixKeyType: 'EMAIL' };

function notice(chargeId: string, overrides: Partial<PaymentNotice> = {}): PaymentNotice {
  const reference = `E99999999202611201500${testIds.token(11)}`;
  return { chargeId, rail: 'PIX', amountCents: cents(12_300), reference, payer: undefined, ...overrides };
}

async function read(tenant: Tenant, id: string): Promise<Charge> {
  return required((await billing.charges.getCharge({ tenant, id }, call())).charge);
}

describe('money of a boleto that it cannot take', () => {
  async function aLateBoleto(tenant: Tenant): Promise<{ readonly id: string; readonly refundId: string }> {
    const { id } = await aBoleto(billing, tenant);
    billing.clock.advance(10 * dayMs);
    await simulate(billing, tenant, id, { late: true });
    return { id, refundId: String((await rowsOf(billing, 'refunds', tenant))[0]?.id) };
  }

  test.each(['charge', 'refund'] as const)('waits for a Pix key, which comes with the id of the %s', async (named) => {
    const tenant = await billing.configuredStore();
    const { id, refundId } = await aLateBoleto(tenant);
    await runRefunds(billing);
    expect(await rowsOf(billing, 'refunds', tenant)).toMatchObject([
      { status: 'PENDING', step: 'KEY', reason: 'LATE' },
    ]);
    const asked = named === 'charge' ? id : refundId;
    await expect(refund(billing, tenant, asked)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      message: expect.stringMatching(/^INVALID_METHOD: /) as string,
    });
    await expect(refund(billing, tenant, asked, { ...key, origin: 'CHARGE_ORIGIN_CHECKOUT' })).rejects.toMatchObject({
      message: 'Este id é de uma cobrança transparente; use POST /v2/transparents/refund',
    });
    await expect(refund(billing, aTenant(), asked, key)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    expect(await refund(billing, tenant, asked, key)).toMatchObject({ id: refundId, status: 'REFUND_STATUS_PENDING' });
    await expect(refund(billing, tenant, refundId, key)).rejects.toMatchObject({ reason: 'REFUND_NEEDS_NO_KEY' });
    await runRefunds(billing);
    expect((await readRefund(billing, tenant, refundId)).status).toBe('REFUND_STATUS_COMPLETE');
    expect(await chargeStatus(billing, id)).toBe('EXPIRED');
    expect(await moneyBackEvents(billing, tenant)).toEqual([
      'charge.overpaid',
      'refund.created',
      'refund.needs_key',
      'refund.completed',
      'charge.overpayment_returned',
    ]);
    expect(billing.ledger.holds.has(refundId)).toBe(false);
  });

  test('is sent once when ten requests name a key at once', async () => {
    const tenant = await billing.configuredStore();
    const { id, refundId } = await aLateBoleto(tenant);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_item, index) => refund(billing, tenant, index % 2 ? id : refundId, key)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is not accepted when it is reported again on a day on which it would be the amount due', async () => {
    const tenant = await billing.configuredStore();
    const fine = { kind: 'FINE_KIND_FIXED', value: 200 } as const;
    const { id } = await aBoleto(billing, tenant, { fine });
    const told = notice(id, { rail: 'BOLETO', amountCents: cents(12_500) });
    await transact(billing.deps, (tx) => confirmPayment(tx, tenant, told));
    billing.clock.advance(10 * dayMs);
    expect(await transact(billing.deps, (tx) => confirmPayment(tx, tenant, told))).toMatchObject({ status: 'PENDING' });
    const another = notice(id, { rail: 'BOLETO', amountCents: cents(12_500) });
    expect(await transact(billing.deps, (tx) => confirmPayment(tx, tenant, another))).toMatchObject({
      status: 'PAID',
      paidAmountCents: 12_500,
    });
  });
});

describe('simulating money that a charge cannot take', () => {
  test('needs `late` on what is not pending, and records nothing without it', async () => {
    const tenant = await billing.configuredStore();
    const paid = await aPaidPix(billing, tenant);
    const expired = await aPix(billing, tenant);
    const { checkoutId } = await aPaidCheckout(billing, tenant);
    billing.clock.advance(hourMs);
    for (const { id } of [paid, expired]) {
      for (const amountCents of [undefined, 500]) {
        await expect(simulate(billing, tenant, id, { amountCents })).rejects.toMatchObject({
          kind: 'FAILED_PRECONDITION',
        });
      }
    }
    await expect(simulateCheckout(billing, tenant, checkoutId)).rejects.toMatchObject({ kind: 'FAILED_PRECONDITION' });
    expect(await rowsOf(billing, 'refunds', tenant)).toEqual([]);
    expect(await moneyBackEvents(billing, tenant)).toEqual([]);
    await simulate(billing, tenant, paid.id, { late: true, amountCents: 500 });
    await simulate(billing, tenant, expired.id, { late: true });
    await simulateCheckout(billing, tenant, checkoutId, { late: true });
    const rows = await rowsOf(billing, 'refunds', tenant);
    expect(rows.map(({ reason, amount_cents: amount }) => [reason, amount]).sort()).toEqual([
      ['DUPLICATE', 12_300],
      ['DUPLICATE', 500],
      ['LATE', 12_300],
    ]);
  });

  test('records an amount other than the due one of a pending charge, which stays pending', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPix(billing, tenant);
    expect(await simulate(billing, tenant, id, { amountCents: 500 })).toMatchObject({
      status: 'CHARGE_STATUS_PENDING',
    });
    await runRefunds(billing);
    expect(await rowsOf(billing, 'refunds', tenant)).toMatchObject([
      { reason: 'AMOUNT_MISMATCH', amount_cents: 500, status: 'COMPLETE' },
    ]);
    expect(await read(tenant, id)).toMatchObject({ status: 'CHARGE_STATUS_PENDING', paidAmountCents: undefined });
    expect(await simulate(billing, tenant, id, { late: true })).toMatchObject({ status: 'CHARGE_STATUS_PAID' });
  });
});
