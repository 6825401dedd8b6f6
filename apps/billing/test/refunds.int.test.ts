import { toTenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { aCustomer, aPixCharge, call, readEvents, firstPage, startBilling } from './billing-harness';
import {
  aPaidCheckout,
  aPaidPix,
  aRefund,
  chargeStatus,
  moneyBackEvents,
  readCheckout,
  readRefund,
  refund,
  required,
  rowsOf,
  runRefunds,
  simulate,
} from './money-back';

const billing = startBeforeAll(startBilling);
afterEach(() => {
  billing.ledger.refusal = undefined;
});

const alreadyRefunded = { kind: 'FAILED_PRECONDITION', message: 'Esta cobrança já foi reembolsada.' };
const intentLeaseMs = 15_000;

describe('a full refund', () => {
  test('of a checkout is PENDING until the provider returned the money, and only then are its records REFUNDED', async () => {
    const tenant = await billing.configuredStore();
    const { checkoutId, chargeId } = await aPaidCheckout(billing, tenant);
    const pending = await refund(billing, tenant, checkoutId, { reason: 'desistiu', origin: 'CHARGE_ORIGIN_CHECKOUT' });
    expect(pending).toMatchObject({
      id: expect.stringMatching(/^ref_[0-9A-Za-z]{24}$/) as string,
      devMode: true,
      status: 'REFUND_STATUS_PENDING',
      amountCents: 12_300,
      reason: 'desistiu',
      originalId: checkoutId,
      chargeId,
      failureReason: undefined,
      failure: undefined,
      providerCode: undefined,
      createdAt: billing.clock.real(),
    });
    expect(billing.ledger.holds.get(pending.id)).toEqual({ state: 'HELD', amountCents: 12_300 });
    expect(await moneyBackEvents(billing, tenant)).toEqual(['refund.created']);
    await advanceDueRefunds(billing.deps);
    billing.clock.advance(1_999);
    await advanceDueRefunds(billing.deps);
    expect([await chargeStatus(billing, chargeId), (await readCheckout(billing, tenant, checkoutId)).status]).toEqual([
      'PAID',
      'CHECKOUT_STATUS_PAID',
    ]);
    expect(billing.ledger.holds.get(pending.id)?.state).toBe('HELD');
    billing.clock.advance(1);
    await advanceDueRefunds(billing.deps);
    await runRefunds(billing);
    expect(await readRefund(billing, tenant, pending.id)).toMatchObject({ status: 'REFUND_STATUS_COMPLETE' });
    expect(billing.ledger.holds.get(pending.id)?.state).toBe('SETTLED');
    expect([await chargeStatus(billing, chargeId), (await readCheckout(billing, tenant, checkoutId)).status]).toEqual([
      'REFUNDED',
      'CHECKOUT_STATUS_REFUNDED',
    ]);
    expect(await moneyBackEvents(billing, tenant)).toEqual([
      'refund.created',
      'refund.completed',
      'charge.refunded',
      'checkout.refunded',
    ]);
    expect((await readEvents(billing, tenant)).slice(-3)).toMatchObject([
      { key: pending.id, payload: { refund: { id: pending.id, status: 'REFUND_STATUS_COMPLETE' } } },
      {
        key: chargeId,
        payload: {
          charge: { id: chargeId, status: 'CHARGE_STATUS_REFUNDED' },
          checkout: { id: checkoutId, status: 'CHECKOUT_STATUS_REFUNDED' },
          reason: 'desistiu',
        },
      },
      { key: checkoutId, payload: { checkout: { id: checkoutId }, charge: { id: chargeId } } },
    ]);
  });

  test('asks the ledger for the whole of what was paid, with the charge and its customer masked', async () => {
    const tenant = await billing.configuredStore();
    const request = aPixCharge(tenant, { amountCents: 4_200, customer: aCustomer({ taxId: '52998224725' }) });
    const { id, customerId } = required((await billing.charges.createPixCharge(request, call())).charge);
    await simulate(billing, tenant, id);
    const pending = await refund(billing, tenant, id, { reason: 'sem estoque' });
    expect(billing.ledger.reserves.filter(({ holdId }) => holdId === pending.id)).toMatchObject([
      {
        tenant: { storeId: tenant.storeId, devMode: true },
        purpose: 'HOLD_PURPOSE_REFUND',
        amountCents: 4_200,
        feeCents: 0,
        description: 'sem estoque',
        charge: { id, status: 'CHARGE_STATUS_PAID', paidAmountCents: 4_200, platformFeeCents: 80 },
        customer: { id: customerId, maskedTaxId: '529.***.***-**' },
      },
    ]);
  });

  test('of an amount that ends in 14 fails, releases the hold and may be tried again', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant, 10_014);
    const failed = await refund(billing, tenant, id);
    await runRefunds(billing);
    expect(await readRefund(billing, tenant, failed.id)).toMatchObject({
      status: 'REFUND_STATUS_FAILED',
      failureReason: 'REJECTED_BY_PAYER_BANK',
      failure: 'REFUND_FAILURE_REASON_REJECTED_BY_PAYER_BANK',
      providerCode: 'DS04',
    });
    expect(billing.ledger.holds.get(failed.id)?.state).toBe('RELEASED');
    expect(await chargeStatus(billing, id)).toBe('PAID');
    expect(await moneyBackEvents(billing, tenant)).toEqual(['refund.created', 'refund.failed']);
    expect((await readEvents(billing, tenant)).at(-1)).toMatchObject({
      key: failed.id,
      payload: { refund: { status: 'REFUND_STATUS_FAILED' }, charge: { id, status: 'CHARGE_STATUS_PAID' } },
    });
    const second = await refund(billing, tenant, id);
    expect(second.id).not.toBe(failed.id);
    expect(second.status).toBe('REFUND_STATUS_PENDING');
  });

  test('is refused while there is one under way, and for ever once one is complete', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    await refund(billing, tenant, id);
    await expect(refund(billing, tenant, id)).rejects.toMatchObject(alreadyRefunded);
    await runRefunds(billing);
    await expect(refund(billing, tenant, id)).rejects.toMatchObject(alreadyRefunded);
    expect(await rowsOf(billing, 'refunds', tenant)).toHaveLength(1);
  });

  test('is one, with one hold and one event, of fifty concurrent requests', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => refund(billing, tenant, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject(alreadyRefunded);
    }
    const reserved = billing.ledger.reserves.filter(({ tenant: of }) => of?.storeId === tenant.storeId);
    expect([reserved.length, (await rowsOf(billing, 'refunds', tenant)).length]).toEqual([1, 1]);
    expect(await moneyBackEvents(billing, tenant)).toEqual(['refund.created']);
  });
});

describe('a refund and the ledger', () => {
  test('leaves no row, no event, no key and no hold without the balance', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    billing.ledger.refusal = 'INSUFFICIENT_FUNDS';
    const ask = () => billing.refunds.createRefund(aRefund(tenant, id), call('poor'));
    await expect(ask()).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'INSUFFICIENT_FUNDS',
      message: expect.stringMatching(/^INSUFFICIENT_FUNDS: /) as string,
    });
    expect(await rowsOf(billing, 'refunds', tenant)).toEqual([]);
    expect(await rowsOf(billing, 'idempotency_keys', tenant)).toEqual([]);
    expect(await moneyBackEvents(billing, tenant)).toEqual([]);
    expect(billing.ledger.holds.get(required(billing.ledger.reserves.at(-1)).holdId)?.state).not.toBe('HELD');
    billing.ledger.refusal = undefined;
    expect((await ask()).refund?.status).toBe('REFUND_STATUS_PENDING');
  });

  test('stays as an intent when the ledger does not answer, and the job finishes it after the request', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    billing.ledger.refusal = 'UNAVAILABLE';
    await expect(refund(billing, tenant, id)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    const [row] = await rowsOf(billing, 'refunds', tenant);
    expect(row).toMatchObject({ status: 'PENDING', step: 'RESERVE' });
    await expect(refund(billing, tenant, id)).rejects.toMatchObject(alreadyRefunded);
    const asked = billing.ledger.reserves.length;
    billing.clock.advance(intentLeaseMs - 1);
    await advanceDueRefunds(billing.deps);
    expect(billing.ledger.reserves).toHaveLength(asked);
    billing.ledger.refusal = undefined;
    billing.clock.advance(1);
    await advanceDueRefunds(billing.deps);
    await runRefunds(billing);
    expect(await chargeStatus(billing, id)).toBe('REFUNDED');
    expect(await moneyBackEvents(billing, tenant)).toEqual(['refund.created', 'refund.completed', 'charge.refunded']);
  });

  test('is FAILED by the job, with its event, when the balance is missing by then', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    billing.ledger.refusal = 'UNAVAILABLE';
    await expect(refund(billing, tenant, id)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    billing.clock.advance(intentLeaseMs);
    await advanceDueRefunds(billing.deps);
    expect(await rowsOf(billing, 'refunds', tenant)).toMatchObject([{ status: 'PENDING', attempts: 1 }]);
    billing.ledger.refusal = 'INSUFFICIENT_FUNDS';
    billing.clock.advance(intentLeaseMs);
    await advanceDueRefunds(billing.deps);
    expect(await rowsOf(billing, 'refunds', tenant)).toMatchObject([
      { status: 'FAILED', step: 'DONE', failure_reason: 'INSUFFICIENT_FUNDS' },
    ]);
    expect(await moneyBackEvents(billing, tenant)).toEqual(['refund.failed']);
    expect(await chargeStatus(billing, id)).toBe('PAID');
    billing.ledger.refusal = undefined;
    expect((await refund(billing, tenant, id)).status).toBe('REFUND_STATUS_PENDING');
  });
});

describe('an Idempotency-Key on a refund', () => {
  test('returns the stored response to a repeat, also when the refund has moved on since', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const first = await billing.refunds.createRefund(aRefund(tenant, id), call('k'));
    await runRefunds(billing);
    const context = call('k');
    expect(await billing.refunds.createRefund(aRefund(tenant, id), context)).toEqual(first);
    expect(context.replayed).toBe(true);
    await expect(billing.refunds.createRefund(aRefund(tenant, id), call('k', 'other'))).rejects.toMatchObject({
      reason: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  test('has one effect when twenty come with it at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => billing.refunds.createRefund(aRefund(tenant, id), call('twenty'))),
    );
    const answered = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.refund?.id] : []));
    expect(answered.length).toBeGreaterThan(0);
    expect(new Set(answered).size).toBe(1);
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ kind: 'ABORTED', reason: 'IDEMPOTENCY_KEY_IN_FLIGHT' });
      }
    }
    expect(await rowsOf(billing, 'refunds', tenant)).toHaveLength(1);
    expect(await moneyBackEvents(billing, tenant)).toEqual(['refund.created']);
  });

  test('resumes the same refund after the ledger did not answer', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const ask = () => billing.refunds.createRefund(aRefund(tenant, id), call('again'));
    billing.ledger.refusal = 'UNAVAILABLE';
    await expect(ask()).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    const [intent] = await rowsOf(billing, 'refunds', tenant);
    billing.ledger.refusal = undefined;
    expect((await ask()).refund).toMatchObject({ id: intent?.id, status: 'REFUND_STATUS_PENDING' });
    expect(await moneyBackEvents(billing, tenant)).toEqual(['refund.created']);
  });
});

describe('reading refunds', () => {
  test('lists them newest first by what was refunded and by status, and shows no other tenant any', async () => {
    const tenant = await billing.configuredStore();
    const first = await aPaidPix(billing, tenant);
    const done = await refund(billing, tenant, first.id);
    await runRefunds(billing);
    const second = await aPaidPix(billing, tenant);
    const open = await refund(billing, tenant, second.id);
    const list = async (filter: object, of = tenant): Promise<string[]> => {
      const all = { tenant: of, page: firstPage, id: undefined, originalId: undefined, status: undefined };
      return (await billing.refunds.listRefunds({ ...all, ...filter }, call())).refunds.map(({ id }) => id);
    };
    expect(await list({})).toEqual([open.id, done.id]);
    expect(await list({ originalId: first.id })).toEqual([done.id]);
    expect(await list({ status: 'REFUND_STATUS_PENDING' })).toEqual([open.id]);
    expect(await list({ id: done.id, status: 'REFUND_STATUS_FAILED' })).toEqual([]);
    for (const other of [aTenant(), toTenant(tenant.storeId, false)]) {
      expect(await list({}, other)).toEqual([]);
      await expect(readRefund(billing, other, done.id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    }
  });
});
