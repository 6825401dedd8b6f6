import type { CreateCheckoutRequest } from '@pitanga/contracts';
import { everyTenant, type Tenant } from '@pitanga/core';
import { startBeforeAll, withDeps } from '@pitanga/testing';
import { openCheckoutPix } from '../src/checking-out/open-payment';
import { countBackFreed } from '../src/checking-out/reserve-coupons';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { call, readEvents, startBilling } from './billing-harness';
import { aCoupon, couponOf, declinedCard, openCheckout, pay } from './payment-requests';

const billing = startBeforeAll(startBilling);

const link = 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' as const;
const byCard = { method: 'PAYMENT_METHOD_CARD' as const };
const declined = { ...byCard, cardNumber: declinedCard };
const fixedKind = { discountKind: 'DISCOUNT_KIND_FIXED' as const };
const dayMs = 86_400_000;
const notAccepted = { kind: 'FAILED_PRECONDITION', reason: 'COUPON_NOT_ACCEPTED' };
const usedUp = { kind: 'FAILED_PRECONDITION', reason: 'COUPON_USED_UP' };

/** A checkout that accepts these coupons. */
const accepting = (
  tenant: Tenant,
  coupons: string[],
  priceCents = 10_000,
  overrides: Partial<CreateCheckoutRequest> = {},
) => openCheckout(billing, tenant, priceCents, { coupons, allowCoupons: true, ...overrides });

const read = async (tenant: Tenant, id: string) =>
  billing.checkouts.getCheckout(
    { tenant, id, externalId: undefined, customerId: undefined, frequency: undefined },
    call(),
  );
const remove = (tenant: Tenant, id: string) =>
  billing.checkouts.deleteCheckout({ tenant, id, frequency: undefined }, call());

async function redemptionsOf(tenant: Tenant): Promise<{ status: string; discount_cents: number }[]> {
  return billing
    .db('coupon_redemptions')
    .select<{ status: string; discount_cents: number }[]>('status', 'discount_cents')
    .where({ store_id: tenant.storeId })
    .orderBy('discount_cents');
}
const statusesOf = async (tenant: Tenant) => (await redemptionsOf(tenant)).map(({ status }) => status);
const factsAbout = async (tenant: Tenant, type: string) =>
  (await readEvents(billing, tenant)).filter((fact) => fact.type === type);
const statusesInFacts = async (tenant: Tenant) =>
  (await factsAbout(tenant, 'coupon.updated')).map(({ payload }) => (payload.coupon as { status: string }).status);

describe('the coupons a checkout accepts', () => {
  test('must exist, are at most fifty, and are shown as the coupons write them', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { code: 'Natal-26' });
    expect((await accepting(tenant, ['NATAL-26', 'natal-26'])).coupons).toEqual([code]);
    for (const unknown of ['nothing', '\u0000', "'", '']) {
      await expect(accepting(tenant, [code, unknown])).rejects.toMatchObject({
        kind: 'NOT_FOUND',
        message: 'Cupom não encontrado.',
      });
    }
    const many = Array.from({ length: 51 }, (_item, index) => `C${String(index)}`);
    await expect(accepting(tenant, many)).rejects.toThrow("Property 'coupons' should have at most 50 elements");
    const other = await billing.configuredStore();
    await expect(accepting(other, [code])).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  });

  test('leave the amount gross until one is applied; then it is net to the centavo on every line', async () => {
    const tenant = await billing.configuredStore();
    const [ten, off] = [
      await aCoupon(billing, tenant),
      await aCoupon(billing, tenant, { ...fixedKind, discount: 501 }),
    ];
    const items = [333, 1_000].map((unitPriceCents, index) => ({
      product: `p${String(index)}`,
      quantity: 3 - index,
      line: { name: 'Item', description: '', unitPriceCents },
    }));
    const checkout = await accepting(tenant, [off, ten], 100, { items });
    expect(checkout).toMatchObject({ amountCents: 2_999, discountCents: 0, couponsUsed: [] });
    const paid = (await pay(billing, tenant, checkout.id, { coupons: [off.toLowerCase(), ten.toUpperCase()] }))
      .checkout;
    // 10% of 29,99 is 3,00; then 5,01.
    expect(paid).toMatchObject({
      amountCents: 2_198,
      discountCents: 801,
      paidAmountCents: 2_198,
      couponsUsed: [ten, off],
    });
    const rows = await billing
      .db('checkouts')
      .where({ id: checkout.id })
      .first<{ items: { discountCents: number }[] }>('items');
    expect(rows.items.map(({ discountCents }) => discountCents)).toEqual([267, 534]);
    expect(await redemptionsOf(tenant)).toEqual([
      { status: 'CONFIRMED', discount_cents: 300 },
      { status: 'CONFIRMED', discount_cents: 501 },
    ]);
    const [fact] = await factsAbout(tenant, 'charge.paid');
    expect(fact?.payload).toMatchObject({ charge: { amountCents: 2_198, coupons: [ten, off] } });
    expect((await couponOf(billing, tenant, ten)).redeemsCount).toBe(1);
  });

  test('are the only accepted ones; with none named and allowCoupons every coupon of the store is accepted', async () => {
    const tenant = await billing.configuredStore();
    const [mine, other] = [await aCoupon(billing, tenant), await aCoupon(billing, tenant)];
    const listed = await accepting(tenant, [mine]);
    await expect(pay(billing, tenant, listed.id, { coupons: [other] })).rejects.toMatchObject(notAccepted);
    const forbidden = await openCheckout(billing, tenant, 10_000, { coupons: [mine], allowCoupons: false });
    await expect(pay(billing, tenant, forbidden.id, { coupons: [mine] })).rejects.toMatchObject(notAccepted);
    const open = await accepting(tenant, []);
    await expect(pay(billing, tenant, open.id, { coupons: ['nothing'] })).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    expect((await pay(billing, tenant, open.id, { coupons: [other] })).checkout?.amountCents).toBe(9_000);
    expect(await redemptionsOf(tenant)).toHaveLength(1);
  });

  test('are refused while switched off or used up, and then nothing is counted', async () => {
    const tenant = await billing.configuredStore();
    const [off, once] = [await aCoupon(billing, tenant), await aCoupon(billing, tenant, { maxRedeems: 1 })];
    await billing.coupons.toggleCoupon({ tenant, code: off }, call());
    const checkout = await accepting(tenant, [off, once]);
    await expect(pay(billing, tenant, checkout.id, { coupons: [once, off] })).rejects.toMatchObject(usedUp);
    expect(await couponOf(billing, tenant, once)).toMatchObject({ redeemsCount: 0, status: 'COUPON_STATUS_ACTIVE' });
    await pay(billing, tenant, (await accepting(tenant, [once])).id, { coupons: [once] });
    expect(await couponOf(billing, tenant, once)).toMatchObject({ redeemsCount: 1, status: 'COUPON_STATUS_EXPIRED' });
    await expect(pay(billing, tenant, checkout.id, { coupons: [once] })).rejects.toMatchObject(usedUp);
    expect(await statusesInFacts(tenant)).toEqual(['COUPON_STATUS_INACTIVE', 'COUPON_STATUS_EXPIRED']);
  });

  test.each([
    ['99 centavos', 10_000, 9_901, 'The discounted total should be zero or at least R$ 1,00'],
    ['less than the fee of the method', 300, 150, 'O valor mínimo para BOLETO é R$ 2,51'],
  ])('are refused where they leave %s, and nothing is counted', async (_name, price, discount, message) => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { ...fixedKind, discount, maxRedeems: 1 });
    const methods = ['PAYMENT_METHOD_BOLETO' as const];
    for (const frequency of [undefined, link]) {
      const checkout = await accepting(tenant, [code], price, { methods, ...(frequency && { frequency }) });
      const refused = pay(billing, tenant, checkout.id, { coupons: [code] });
      await expect(refused).rejects.toMatchObject({ kind: 'FAILED_PRECONDITION', message });
    }
    expect(await couponOf(billing, tenant, code)).toMatchObject({ redeemsCount: 0, status: 'COUPON_STATUS_ACTIVE' });
    expect(await redemptionsOf(tenant)).toEqual([]);
  });
});

describe('a checkout that coupons pay alone', () => {
  test('is PAID at once by a charge of nothing, with its event, and its open codes are cancelled', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { discount: 10_000, maxRedeems: 1 });
    const { id } = await accepting(tenant, [code]);
    const { charge: shown } = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
    const { checkout, payments } = await pay(billing, tenant, id, { coupons: [code] });
    const paid = { status: 'CHECKOUT_STATUS_PAID', amountCents: 0, paidAmountCents: 0, platformFeeCents: 0 };
    expect(checkout).toMatchObject({ ...paid, discountCents: 10_000, couponsUsed: [code], receiptUrl: undefined });
    const byMethod = Object.fromEntries(payments.map((payment) => [payment.method, payment]));
    expect(byMethod).toMatchObject({
      PAYMENT_METHOD_PIX: { id: shown?.id, status: 'CANCELLED' },
      PAYMENT_METHOD_FREE: { status: 'PAID' },
    });
    expect(await statusesOf(tenant)).toEqual(['CONFIRMED']);
    const facts = await factsAbout(tenant, 'checkout.paid');
    expect(facts).toMatchObject([{ key: id, payload: { checkout: { id, status: 'CHECKOUT_STATUS_PAID' } } }]);
    expect(facts[0]?.payload).not.toHaveProperty('charge');
    expect(facts[0]?.payload.checkout).not.toHaveProperty('amountCents');
    await expect(pay(billing, tenant, id)).rejects.toThrow('This charge was already paid');
    expect(await couponOf(billing, tenant, code)).toMatchObject({ redeemsCount: 1, status: 'COUPON_STATUS_EXPIRED' });
  });

  test('as a link stays open for others and collects nothing', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { discount: 10_000 });
    const { id } = await accepting(tenant, [code], 5_000, { frequency: link });
    for (let times = 0; times < 2; times += 1) await pay(billing, tenant, id, { coupons: [code] });
    const { checkout, payments } = await pay(billing, tenant, id);
    expect(checkout).toMatchObject({ status: 'CHECKOUT_STATUS_ACTIVE', amountCents: 5_000, paidAmountCents: 5_000 });
    const collected = payments.map(({ amountCents }) => amountCents);
    expect(collected.toSorted((one, other) => one - other)).toEqual([0, 0, 5_000]);
    expect(await statusesOf(tenant)).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(await factsAbout(tenant, 'checkout.paid')).toHaveLength(3);
  });
});

describe('a redemption', () => {
  test('is reserved by a payment that was declined, cancels the Pix code of the old amount, and is confirmed once', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    const { id } = await accepting(tenant, [code]);
    const { charge: shown } = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
    const { checkout, failure } = await pay(billing, tenant, id, { ...declined, coupons: [code] });
    expect(failure).toMatchObject({ code: '05' });
    expect(checkout).toMatchObject({ status: 'CHECKOUT_STATUS_PENDING', amountCents: 9_000, couponsUsed: [code] });
    expect((await factsAbout(tenant, 'charge.cancelled')).map(({ key }) => key)).toEqual([shown?.id]);
    expect(await factsAbout(tenant, 'checkout.discounted')).toMatchObject([
      { key: id, payload: { checkout: { amountCents: 9_000, discountCents: 1_000, couponsUsed: [code] } } },
    ]);
    expect(await statusesOf(tenant)).toEqual(['RESERVED']);
    const { charge: anew } = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
    expect(anew).toMatchObject({ amountCents: 9_000, coupons: [code] });
    await pay(billing, tenant, id, { coupons: [code] });
    expect(await statusesOf(tenant)).toEqual(['CONFIRMED']);
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(1);
  });

  test('is one however many payments with its code arrive at the same checkout at once', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    const { id } = await accepting(tenant, [code]);
    await Promise.all(Array.from({ length: 10 }, () => pay(billing, tenant, id, { ...declined, coupons: [code] })));
    expect((await read(tenant, id)).checkout).toMatchObject({ amountCents: 9_000, couponsUsed: [code] });
    expect(await redemptionsOf(tenant)).toEqual([{ status: 'RESERVED', discount_cents: 1_000 }]);
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(1);
  });

  test('takes off the same whether its coupon is applied first or second', async () => {
    const tenant = await billing.configuredStore();
    const [off, half] = [
      await aCoupon(billing, tenant, { ...fixedKind, discount: 1_000 }),
      await aCoupon(billing, tenant, { discount: 5_000 }),
    ];
    const { id } = await accepting(tenant, [off, half]);
    await pay(billing, tenant, id, { ...declined, coupons: [off] });
    const { checkout } = await pay(billing, tenant, id, { ...declined, coupons: [half] });
    expect(checkout).toMatchObject({ amountCents: 4_000, discountCents: 6_000, couponsUsed: [half, off] });
    expect((await redemptionsOf(tenant)).map(({ discount_cents }) => discount_cents)).toEqual([1_000, 5_000]);
  });

  test('is not made by a payment of what was shown before, which comes late', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    const { id } = await accepting(tenant, [code]);
    await pay(billing, tenant, id);
    await pay(billing, tenant, id, { coupons: [code], late: true });
    expect(await redemptionsOf(tenant)).toEqual([]);
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(0);
  });

  test('never meets a Pix code of the amount before it', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    const { id } = await accepting(tenant, [code]);
    const providersOf: typeof billing.deps.findProviders = async (owner) => {
      const providers = await billing.deps.findProviders(owner);
      const { pix } = providers;
      if (!pix) return providers;
      let isFirst = true;
      const createPix: typeof pix.createPix = async (order) => {
        // The coupon is applied while the provider registers the code.
        if (isFirst) await pay(billing, tenant, id, { ...declined, coupons: [code] });
        isFirst = false;
        return pix.createPix(order);
      };
      slow ??= { ...providers, pix: { ...pix, createPix } };
      return slow;
    };
    let slow: Awaited<ReturnType<typeof providersOf>> | undefined;
    const charge = await openCheckoutPix(withDeps(billing.deps, { findProviders: providersOf }), tenant, id);
    expect(charge).toMatchObject({ amountCents: 9_000, coupons: [code] });
    expect((await read(tenant, id)).payments.map(({ status }) => status).sort()).toEqual(['FAILED', 'PENDING']);
  });

  test('is released at once when the checkout is deleted, and an EXPIRED coupon is ACTIVE again', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { maxRedeems: 1 });
    const { id } = await accepting(tenant, [code]);
    await pay(billing, tenant, id, { ...declined, coupons: [code] });
    expect(await couponOf(billing, tenant, code)).toMatchObject({ redeemsCount: 1, status: 'COUPON_STATUS_EXPIRED' });
    await remove(tenant, id);
    expect(await couponOf(billing, tenant, code)).toMatchObject({ redeemsCount: 0, status: 'COUPON_STATUS_ACTIVE' });
    expect(await statusesOf(tenant)).toEqual(['RELEASED']);
    expect(await statusesInFacts(tenant)).toEqual(['COUPON_STATUS_EXPIRED', 'COUPON_STATUS_ACTIVE']);
    expect(await factsAbout(tenant, 'coupon.redeemed')).toMatchObject([
      { payload: { coupon: { code, redeemsCount: 1 }, checkoutId: id } },
    ]);
    expect(await factsAbout(tenant, 'coupon.released')).toMatchObject([{ payload: { coupon: { code } } }]);
    await countBackFreed(billing.deps, everyTenant);
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(0);
  });

  test('is released once when the checkout expires, whatever the number of replicas, and an INACTIVE coupon stays so', async () => {
    const tenant = await billing.configuredStore();
    const [off, gone] = [await aCoupon(billing, tenant), await aCoupon(billing, tenant, { maxRedeems: 5 })];
    for (let index = 0; index < 5; index += 1) {
      await pay(billing, tenant, (await accepting(tenant, [off, gone])).id, { ...declined, coupons: [off, gone] });
    }
    await billing.coupons.toggleCoupon({ tenant, code: off }, call());
    billing.clock.advance(30 * dayMs);
    await expireOverdue(billing.deps);
    await Promise.all(Array.from({ length: 4 }, () => countBackFreed(billing.deps, everyTenant)));
    await countBackFreed(billing.deps, everyTenant);
    expect(await couponOf(billing, tenant, off)).toMatchObject({ redeemsCount: 0, status: 'COUPON_STATUS_INACTIVE' });
    expect(await couponOf(billing, tenant, gone)).toMatchObject({ redeemsCount: 0, status: 'COUPON_STATUS_ACTIVE' });
    const told = ['COUPON_STATUS_EXPIRED', 'COUPON_STATUS_INACTIVE', 'COUPON_STATUS_ACTIVE'];
    expect(await statusesInFacts(tenant)).toEqual(told);
  });
});
