import { cents, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { testIds } from '@pitanga/testing';
import { confirmPayment } from '../src/charging/confirm-payment';
import { call, firstPage, readEvents, startBilling, type Billing } from './billing-harness';
import {
  aBoleto,
  aPaidPix,
  byPerson,
  chargeStatus,
  readRefund,
  refund,
  required,
  rowsOf,
  runRefunds,
  simulate,
  simulateCheckout,
} from './money-back';
import { payPage } from './page-requests';
import { frequency, subscriptionRequests } from './subscription-requests';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

const dayMs = 86_400_000;
const key = { pixKey: 'Ana@Example.com', pixKeyType: 'EMAIL' };
const asker = { requestedBy: byPerson, isAlone: false };
const { aCheckout, openBoleto } = payPage(() => billing);
const { aPlan, subscriptionCheckout, subscribe } = subscriptionRequests(() => billing);

const setKey = async (tenant: Tenant, id: string) =>
  required((await billing.refunds.setRefundKey({ tenant, id, ...key, ...asker }, call())).refund);

describe('money that waits for a Pix key', () => {
  async function aLateBoleto(tenant: Tenant): Promise<{ readonly id: string; readonly refundId: string }> {
    const { id } = await aBoleto(billing, tenant);
    billing.clock.advance(10 * dayMs);
    await simulate(billing, tenant, id, { late: true });
    return { id, refundId: String((await rowsOf(billing, 'refunds', tenant))[0]?.['id']) };
  }

  test('says that it needs a key until it has one: in its record, the list and an event with its charge', async () => {
    const tenant = await billing.configuredStore();
    const { id, refundId } = await aLateBoleto(tenant);
    await aPaidPix(billing, tenant).then(({ id: other }) => refund(billing, tenant, other));
    const listed = async (needsKey: boolean) => {
      const filter = { id: undefined, originalId: undefined, status: undefined, page: firstPage };
      const { refunds } = await billing.refunds.listRefunds({ tenant, ...filter, needsKey }, call());
      return refunds.map((one) => one.id === refundId);
    };
    expect(await readRefund(billing, tenant, refundId)).toMatchObject({ needsKey: true });
    expect([await listed(true), await listed(false)]).toEqual([[true], [false]]);
    const told = (await readEvents(billing, tenant)).filter(({ type }) => type === 'refund.needs_key');
    expect(told).toMatchObject([
      { key: refundId, payload: { refund: { id: refundId, needsKey: true, reason: 'LATE' }, charge: { id } } },
    ]);
    expect(await setKey(tenant, refundId)).toMatchObject({
      id: refundId,
      status: 'REFUND_STATUS_PENDING',
      needsKey: false,
    });
    expect([await listed(true), (await listed(false)).sort()]).toEqual([[], [false, true]]);
  });

  describe('beside a payment that can be refunded', () => {
    async function aPaidBoletoPaidAgain(tenant: Tenant) {
      const { id } = await aBoleto(billing, tenant);
      await simulate(billing, tenant, id);
      await simulate(billing, tenant, id, { late: true });
      return { id, refundId: String((await rowsOf(billing, 'refunds', tenant))[0]?.id) };
    }

    test.each([undefined, 12_300])('makes a key by the id of the charge ambiguous (amount %s)', async (amountCents) => {
      const tenant = await billing.configuredStore();
      const { id, refundId } = await aPaidBoletoPaidAgain(tenant);
      await expect(refund(billing, tenant, id, { ...key, amountCents })).rejects.toMatchObject({
        kind: 'FAILED_PRECONDITION',
        reason: 'REFUND_AMBIGUOUS',
        message: expect.stringContaining(`${id} and ${refundId};`) as string,
      });
      expect(await rowsOf(billing, 'refunds', tenant)).toMatchObject([{ id: refundId, step: 'KEY' }]);
      expect((await refund(billing, tenant, refundId, key)).id).toBe(refundId);
      expect((await refund(billing, tenant, id, key)).id).not.toBe(refundId);
      await runRefunds(billing);
      expect(await chargeStatus(billing, id)).toBe('REFUNDED');
    });

    test('leaves a part of it unambiguous: an overpayment goes whole', async () => {
      const tenant = await billing.configuredStore();
      const { id, refundId } = await aPaidBoletoPaidAgain(tenant);
      const part = await refund(billing, tenant, id, { ...key, amountCents: 300 });
      expect(part).toMatchObject({ amountCents: 300 });
      expect(part.id).not.toBe(refundId);
    });

    test('is never passed over for a payment that needs no key', async () => {
      const tenant = await billing.configuredStore();
      const { id } = await aPaidPix(billing, tenant);
      await simulate(billing, tenant, id, { late: true, amountCents: 714 });
      await runRefunds(billing);
      const [refused] = await rowsOf(billing, 'refunds', tenant);
      expect(refused).toMatchObject({ kind: 'OVERPAYMENT', status: 'FAILED' });
      await expect(refund(billing, tenant, id, key)).rejects.toMatchObject({ reason: 'REFUND_AMBIGUOUS' });
      expect((await refund(billing, tenant, id)).amountCents).toBe(12_300);
    });
  });

  test('of two that wait at one charge only that of the amount is named by its id', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aLateBoleto(tenant);
    await simulate(billing, tenant, id, { late: true, amountCents: 500 });
    const both = (await rowsOf(billing, 'refunds', tenant)).map((row) => String(row['id'])).sort();
    await expect(refund(billing, tenant, id, key)).rejects.toMatchObject({
      message: expect.stringContaining(both.join(' and ')) as string,
    });
    expect((await refund(billing, tenant, id, { ...key, amountCents: 500 })).amountCents).toBe(500);
    expect((await refund(billing, tenant, id, key)).amountCents).toBe(12_300);
  });

  test('of any charge of a checkout makes a key by the id of the checkout ambiguous', async () => {
    const tenant = await billing.configuredStore();
    const { id: checkoutId } = await aCheckout(tenant);
    const boleto = required((await openBoleto(tenant, checkoutId)).charge);
    const paid = await simulateCheckout(billing, tenant, checkoutId);
    const told = { chargeId: boleto.id, rail: 'BOLETO', reference: testIds.token(20), payer: undefined } as const;
    await transact(billing.deps, (tx) => confirmPayment(tx, tenant, { ...told, amountCents: cents(10_000) }));
    const [late] = await rowsOf(billing, 'refunds', tenant);
    const asked = { ...key, origin: 'CHARGE_ORIGIN_CHECKOUT' } as const;
    await expect(refund(billing, tenant, checkoutId, asked)).rejects.toMatchObject({
      message: expect.stringContaining(`${paid} and ${String(late?.['id'])};`) as string,
    });
    expect((await refund(billing, tenant, boleto.id, asked)).id).toBe(late?.['id']);
  });

  test('of a checkout that was never paid is named by the id of the checkout', async () => {
    const tenant = await billing.configuredStore();
    const { id: checkoutId } = await aCheckout(tenant);
    const boleto = required((await openBoleto(tenant, checkoutId)).charge);
    const told = { chargeId: boleto.id, rail: 'BOLETO', reference: testIds.token(20), payer: undefined } as const;
    await transact(billing.deps, (tx) => confirmPayment(tx, tenant, { ...told, amountCents: cents(9_999) }));
    const asked = { ...key, origin: 'CHARGE_ORIGIN_CHECKOUT' } as const;
    expect(await refund(billing, tenant, checkoutId, asked)).toMatchObject({ amountCents: 9_999, needsKey: false });
  });

  test('goes back of a subscription too, by the id of its refund', async () => {
    const tenant = await billing.configuredStore();
    const pix = { methods: ['PAYMENT_METHOD_PIX' as const] };
    // The simulator refuses to return an amount that ends in 14.
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant, 5_014), pix);
    const payer = { name: 'ANA SOUZA', taxId: '52998224725', email: 'ana@example.com' };
    await billing.checkouts.subscribeByPix({ tenant, checkoutId: id, payer, coupons: [] }, call());
    await billing.checkouts.deleteCheckout({ tenant, id, frequency }, call());
    await subscribe(tenant, id, { late: true });
    await runRefunds(billing);
    const [refused] = await rowsOf(billing, 'refunds', tenant);
    const refundId = String(refused?.['id']);
    expect(await readRefund(billing, tenant, refundId)).toMatchObject({
      status: 'REFUND_STATUS_FAILED',
      needsKey: true,
    });
    const told = (await readEvents(billing, tenant)).filter(({ type }) => type === 'refund.needs_key');
    expect(told).toMatchObject([{ payload: { refund: { id: refundId, needsKey: true }, checkout: { id } } }]);
    await expect(refund(billing, tenant, String(refused?.['charge_id']), key)).rejects.toMatchObject({
      reason: 'SUBSCRIPTION_REFUND',
    });
    expect(await setKey(tenant, refundId)).toMatchObject({ status: 'REFUND_STATUS_PENDING', needsKey: false });
    await expect(setKey(tenant, refundId)).rejects.toMatchObject({ reason: 'REFUND_NEEDS_NO_KEY' });
    // This key's bank refuses it too.
    await runRefunds(billing);
    expect(await readRefund(billing, tenant, refundId)).toMatchObject({ needsKey: true });
    const types = (await readEvents(billing, tenant)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['refund.failed', 'refund.needs_key']);
    expect((await setKey(tenant, refundId)).needsKey).toBe(false);
  });

  test('is another store’s secret, and a refund of a payment takes no key', async () => {
    const tenant = await billing.configuredStore();
    const { refundId } = await aLateBoleto(tenant);
    await expect(setKey(await billing.configuredStore(), refundId)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await expect(billing.refunds.setRefundKey({ tenant, id: refundId, ...asker }, call())).rejects.toMatchObject({
      reason: 'BOLETO_REFUND_NEEDS_KEY',
    });
    const bad = { tenant, id: refundId, pixKey: 'not-a-key', pixKeyType: 'CPF', ...asker };
    await expect(billing.refunds.setRefundKey(bad, call())).rejects.toMatchObject({ reason: 'INVALID_PIX_KEY' });
    expect(await rowsOf(billing, 'refunds', tenant)).toMatchObject([{ step: 'KEY', pix_key_sealed: null }]);
    const { id } = await refund(billing, tenant, (await aPaidPix(billing, tenant)).id);
    await expect(setKey(tenant, id)).rejects.toMatchObject({ reason: 'REFUND_NEEDS_NO_KEY' });
  });
});
