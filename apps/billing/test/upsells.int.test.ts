import type { Charge, CreateCheckoutRequest, PaymentMethod } from '@pitanga/contracts';
import { cents, unavailable, type Tenant } from '@pitanga/core';
import { startBeforeAll, withDeps } from '@pitanga/testing';
import { acceptUpsell } from '../src/checking-out/accept-upsell';
import { checkoutsArePaidOnce, checkoutsMatchPayments, paidCheckoutsAreClosed } from '../src/jobs/checkout-invariants';
import { refundsMatchCharges } from '../src/jobs/invariants';
import type { CardProvider } from '../src/provider/card-provider';
import { aProduct, call, readEvents, startBilling } from './billing-harness';
import { refund, runRefunds } from './money-back';
import { payPage } from './page-requests';
import { aCoupon, openCheckout, pay, the } from './payment-requests';

const billing = startBeforeAll(startBilling);
const { read, resolve, apply } = payPage(() => billing);

const payer = { name: 'Bia Lima', taxId: '123.456.789-09' };
const [pix, card, boleto] = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_BOLETO'] as const;
const methods = [pix, card, boleto];
const subject = { origin: 'CHARGE_ORIGIN_CHECKOUT' } as const;
const minuteMs = 60_000;

const accept = async (tenant: Tenant, checkoutId: string, shownAmountCents = 4_900): Promise<Charge> =>
  the(await billing.checkouts.acceptUpsell({ tenant, checkoutId, shownAmountCents }, call()));

/** A checkout of R$ 100 that offers a product of R$ 49. */
async function offering(over: Partial<CreateCheckoutRequest> = {}) {
  const tenant = await billing.configuredStore();
  const upsellProduct = await aProduct(billing, tenant, 4_900);
  const { id, upsellProductId } = await openCheckout(billing, tenant, 10_000, { methods, upsellProduct, ...over });
  return { tenant, id, productId: upsellProductId ?? '' };
}

async function paidOffering(method: PaymentMethod = pix, over: Partial<CreateCheckoutRequest> = {}) {
  const sale = await offering(over);
  const { payments } = await pay(billing, sale.tenant, sale.id, { method, payer });
  // Ids sort by their time.
  billing.clock.advance(1_000);
  return { ...sale, first: payments[0]?.id ?? '' };
}

const dispute = (tenant: Tenant, id: string) =>
  billing.charges.simulateDispute({ tenant, id, outcome: 'DISPUTE_OUTCOME_OPENED' }, call());

const payShown = (tenant: Tenant, id: string, chargeId: string) => pay(billing, tenant, id, { chargeId });

async function expectInvariants() {
  for (const { violations } of [
    checkoutsArePaidOnce,
    checkoutsMatchPayments,
    paidCheckoutsAreClosed,
    refundsMatchCharges,
  ]) {
    expect(await violations(billing.db, billing.clock.real())).toEqual([]);
  }
}

describe('what a checkout offers after its payment', () => {
  test.each([
    [pix, 80, 80],
    [boleto, 250, 250],
    // 3.5 % and 60 centavos, each of its own amount.
    [card, 410, 232],
  ])('by %s is a second payment of the same checkout, at its full price and fee', async (method, fee, feeOfOffer) => {
    const { tenant, id, productId, first } = await paidOffering(method, { allowCoupons: true });
    const { upsell } = await resolve(id);
    expect(upsell).toMatchObject({ method, item: { productId, unitPriceCents: 4_900 }, charge: undefined });
    expect(upsell?.cardLastFour).toBe(method === card ? '4242' : undefined);

    const made = await accept(tenant, id);
    expect(made).toMatchObject({ method, amountCents: 4_900, isUpsell: true, checkoutId: id, coupons: [], splits: [] });
    expect(made.status).toBe(method === card ? 'CHARGE_STATUS_PAID' : 'CHARGE_STATUS_PENDING');
    expect((await resolve(id)).upsell?.charge).toMatchObject({ id: made.id });
    await expectInvariants();
    if (method !== card) await payShown(tenant, id, made.id);

    const { checkout, payments } = await read(tenant, id);
    expect(checkout).toMatchObject({
      status: 'CHECKOUT_STATUS_PAID',
      amountCents: 10_000,
      paidAmountCents: 14_900,
      platformFeeCents: fee + feeOfOffer,
      receiptUrl: `http://pitanga.test/receipts/${first}`,
    });
    expect(payments.map((one) => [one.id, one.status, one.isUpsell === true])).toEqual([
      [made.id, 'PAID', true],
      [first, 'PAID', false],
    ]);
    const events = (await readEvents(billing, tenant)).filter(({ type }) => type === 'checkout.paid');
    expect(events.map(({ payload, key }) => [key, payload['charge']])).toMatchObject([
      [id, { id: first }],
      [id, { id: made.id, isUpsell: true }],
    ]);
    expect((await billing.charges.resolveCharge({ id: made.id }, call())).items).toMatchObject([{ productId }]);
    await expectInvariants();
  });

  test('takes no coupon, split or passed fee of the checkout with it', async () => {
    const { tenant, id } = await offering({ allowCoupons: true, passesFees: true });
    await apply(tenant, id, [await aCoupon(billing, tenant)]);
    await pay(billing, tenant, id, { method: card, payer });
    await billing
      .db('checkouts')
      .where({ id })
      .update({ splits: JSON.stringify([{ subAccountId: 'suba_1', basisPoints: 1_000 }]) });
    expect(await accept(tenant, id)).toMatchObject({
      amountCents: 4_900,
      surchargeCents: undefined,
      coupons: [],
      splits: [],
      card: { installmentCount: 1, lastFour: '4242' },
    });
  });

  test.each([pix, card, boleto])('is charged once by %s, however many ask at the same time', async (method) => {
    const { tenant, id } = await paidOffering(method);
    const made = await Promise.all(Array.from({ length: 8 }, () => accept(tenant, id)));
    expect(new Set(made.map((one) => one.id)).size).toBe(1);
    expect((await read(tenant, id)).payments).toHaveLength(2);
    await expectInvariants();
  });

  test('is charged once to a card whose provider did not answer the first time', async () => {
    const { tenant, id } = await paidOffering(card);
    const providers = await billing.deps.findProviders(tenant);
    const attempts: string[] = [];
    const lost: CardProvider = {
      ...(providers.card as CardProvider),
      chargeCard: async (order) => {
        attempts.push(order.attemptId);
        await (providers.card as CardProvider).chargeCard(order);
        throw unavailable('the answer was lost');
      },
    };
    const deps = withDeps(billing.deps, { findProviders: () => Promise.resolve({ ...providers, card: lost }) });
    await expect(acceptUpsell(deps, tenant, id, cents(4_900))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    expect((await resolve(id)).upsell?.charge).toMatchObject({ id: attempts[0], status: 'CHARGE_STATUS_PENDING' });
    const paid = await accept(tenant, id);
    expect([paid.id, paid.status]).toEqual([attempts[0], 'CHARGE_STATUS_PAID']);
    expect((await read(tenant, id)).checkout?.paidAmountCents).toBe(14_900);
  });

  test('is not sent again to a card once the payment is disputed', async () => {
    const { tenant, id, first } = await paidOffering(card);
    const providers = await billing.deps.findProviders(tenant);
    let sends = 0;
    const silent: CardProvider = {
      ...(providers.card as CardProvider),
      chargeCard: () => {
        sends += 1;
        return Promise.reject(unavailable('no answer'));
      },
    };
    const deps = withDeps(billing.deps, { findProviders: () => Promise.resolve({ ...providers, card: silent }) });
    await expect(acceptUpsell(deps, tenant, id, cents(4_900))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    await dispute(tenant, first);
    expect([(await acceptUpsell(deps, tenant, id, cents(4_900))).status, sends]).toEqual(['CANCELLED', 1]);
  });

  test('ends with a declined card, and is not charged again', async () => {
    const { tenant, id } = await paidOffering(card);
    const providers = await billing.deps.findProviders(tenant);
    const declining: CardProvider = {
      ...(providers.card as CardProvider),
      chargeCard: () =>
        Promise.resolve({ status: 'DECLINED', code: '51', declineClass: 'REVERSIBLE', message: 'Sem saldo.' }),
    };
    const deps = withDeps(billing.deps, { findProviders: () => Promise.resolve({ ...providers, card: declining }) });
    expect((await acceptUpsell(deps, tenant, id, cents(4_900))).status).toBe('FAILED');
    expect((await accept(tenant, id)).status).toBe('CHARGE_STATUS_FAILED');
    expect((await read(tenant, id)).checkout).toMatchObject({
      status: 'CHECKOUT_STATUS_PAID',
      paidAmountCents: 10_000,
    });
  });

  test('costs what the page has shown, or nothing is charged', async () => {
    const { tenant, id } = await paidOffering(card);
    await expect(accept(tenant, id, 4_800)).rejects.toMatchObject({ reason: 'PAYMENT_CHANGED' });
    expect((await read(tenant, id)).payments).toHaveLength(1);
  });

  const over = { reason: 'UPSELL_OVER' };

  test('is offered only while its product is on sale', async () => {
    const { tenant, id, productId } = await paidOffering();
    await billing.products.deleteProduct({ tenant, id: productId }, call());
    expect((await resolve(id)).upsell).toBeUndefined();
    await expect(accept(tenant, id)).rejects.toMatchObject(over);
  });

  test.each([
    [pix, 60],
    [card, 60],
    [boleto, 72 * 60],
  ])('by %s is offered for %s minutes', async (method, minutes) => {
    const { tenant, id } = await paidOffering(method);
    billing.clock.advance((minutes - 1) * minuteMs);
    expect((await resolve(id)).upsell?.method).toBe(method);
    billing.clock.advance(2 * minuteMs);
    expect((await resolve(id)).upsell).toBeUndefined();
    await expect(accept(tenant, id)).rejects.toMatchObject(over);
  });

  test('is offered by nothing that is unpaid, free, disputed or refunded', async () => {
    const open = await offering();
    expect((await resolve(open.id)).upsell).toBeUndefined();
    await expect(accept(open.tenant, open.id)).rejects.toMatchObject(over);

    const free = await offering({ allowCoupons: true });
    await apply(free.tenant, free.id, [await aCoupon(billing, free.tenant, { discount: 10_000 })]);
    await expect(accept(free.tenant, free.id)).rejects.toMatchObject(over);

    const disputed = await paidOffering(card);
    await dispute(disputed.tenant, disputed.first);
    await expect(accept(disputed.tenant, disputed.id)).rejects.toMatchObject(over);

    const refunded = await paidOffering();
    await refund(billing, refunded.tenant, refunded.id, subject);
    await runRefunds(billing);
    await expect(accept(refunded.tenant, refunded.id)).rejects.toMatchObject(over);
  });

  test('of another store answers like one that is not there', async () => {
    const { id } = await paidOffering();
    const stranger = await billing.configuredStore();
    for (const asked of [id, 'bill_unknown']) {
      await expect(accept(stranger, asked)).rejects.toMatchObject({ reason: 'CHECKOUT_NOT_FOUND' });
    }
  });

  test('has one Pix code, for an hour', async () => {
    const { tenant, id } = await paidOffering();
    const made = await accept(tenant, id);
    billing.clock.advance(61 * minuteMs);
    expect((await resolve(id)).upsell?.charge?.status).toBe('CHARGE_STATUS_EXPIRED');
    expect((await accept(tenant, id)).id).toBe(made.id);
    expect((await read(tenant, id)).payments).toHaveLength(2);
  });
});

describe('the money of two payments', () => {
  test.each(['PAID', 'REFUNDED'])(
    'goes back one payment at a time, and the checkout, %s between, is REFUNDED with the last',
    async (between) => {
      const { tenant, id } = await paidOffering(card);
      const made = await accept(tenant, id);
      await refund(billing, tenant, id, subject);
      await runRefunds(billing);
      expect((await read(tenant, id)).checkout).toMatchObject({
        status: 'CHECKOUT_STATUS_PAID',
        paidAmountCents: 14_900,
        refundedAmountCents: 10_000,
      });
      // REFUNDED: as a release before offers writes it.
      await billing.db('checkouts').where({ id }).update({ status: between });
      await refund(billing, tenant, made.id, subject);
      await runRefunds(billing);
      expect((await read(tenant, id)).checkout).toMatchObject({
        status: 'CHECKOUT_STATUS_REFUNDED',
        refundedAmountCents: 14_900,
      });
      const events = (await readEvents(billing, tenant)).filter(({ type }) => type === 'checkout.refunded');
      expect(events).toHaveLength(2);
      await expectInvariants();
    },
  );

  const ends = [pix, boleto].flatMap((method) => [[method, 'refunded'] as const, [method, 'disputed'] as const]);
  test.each(ends)('is not asked for by %s once the purchase was %s', async (method, how) => {
    const { tenant, id, first } = await paidOffering(method);
    const made = await accept(tenant, id);
    const key = method === boleto ? { ...subject, pixKey: '12345678909', pixKeyType: 'CPF' } : subject;
    await (how === 'disputed' ? dispute(tenant, first) : refund(billing, tenant, id, key));
    await runRefunds(billing);
    expect((await resolve(id)).upsell?.charge).toMatchObject({ id: made.id, status: 'CHARGE_STATUS_CANCELLED' });
    const cancelled = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.cancelled');
    expect(cancelled.map(({ payload }) => payload['charge'])).toMatchObject([{ id: made.id }]);
    expect((await accept(tenant, id)).status).toBe('CHARGE_STATUS_CANCELLED');
    await expectInvariants();
  });

  test('of an open code goes back when the purchase was refunded in the meantime', async () => {
    const { tenant, id } = await paidOffering();
    const made = await accept(tenant, id);
    await refund(billing, tenant, id, subject);
    await runRefunds(billing);
    await expect(payShown(tenant, id, made.id)).rejects.toThrow('was cancelled');
    const { payments } = await pay(billing, tenant, id, { method: pix, late: true });
    expect(payments[0]).toMatchObject({ id: made.id, paidAt: undefined });
    await runRefunds(billing);
    expect((await read(tenant, id)).checkout).toMatchObject({
      status: 'CHECKOUT_STATUS_REFUNDED',
      paidAmountCents: 10_000,
      refundedAmountCents: 10_000,
    });
    const returned = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.overpaid');
    expect(returned).toHaveLength(1);
    await expectInvariants();
  });
});
