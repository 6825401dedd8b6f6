import { everyTenant, toTenant, type Tenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { countBackFreed } from '../src/checking-out/reserve-coupons';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { noProviders } from '../src/provider/providers';
import { call, readEvents, startBilling } from './billing-harness';
import { link, payPage } from './page-requests';
import { aCoupon, couponOf, pay, the } from './payment-requests';

const billing = startBeforeAll(startBilling);

const { aCheckout, payByCard, read, statusesOf, apply, openPix, openBoleto, resolve } = payPage(() => billing);
const dayMs = 86_400_000;

describe('coupons of the payment page', () => {
  test('take their part off the checkout, cancel the code that asked for more, and count once', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    const { id } = await aCheckout(tenant, { allowCoupons: true });
    await openPix(tenant, id);
    const { checkout } = await apply(tenant, id, [code]);
    expect(checkout).toMatchObject({ amountCents: 9_000, discountCents: 1_000, couponsUsed: [code] });
    await apply(tenant, id, [code.toUpperCase()]);
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(1);
    expect((await openPix(tenant, id)).amountCents).toBe(9_000);
    expect(await statusesOf(tenant, id)).toEqual(['PIX CANCELLED', 'PIX PENDING']);
  });

  test('that take everything pay the checkout at once, by a charge of nothing', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { discount: 10_000 });
    const { id } = await aCheckout(tenant, { allowCoupons: true });
    const { checkout } = await apply(tenant, id, [code]);
    expect(checkout).toMatchObject({ status: 'CHECKOUT_STATUS_PAID', amountCents: 0 });
    expect(await statusesOf(tenant, id)).toEqual(['FREE PAID']);
  });

  test('that cannot be used are refused and counted nowhere', async () => {
    const tenant = await billing.configuredStore();
    const good = await aCoupon(billing, tenant);
    const empty = await aCoupon(billing, tenant, { maxRedeems: 1 });
    const { id: other } = await aCheckout(tenant, { allowCoupons: true });
    await apply(tenant, other, [empty]);
    const { id } = await aCheckout(tenant, { allowCoupons: true });
    await expect(apply(tenant, id, [good, empty])).rejects.toMatchObject({ reason: 'COUPON_USED_UP' });
    await expect(apply(tenant, id, [good, 'nope'])).rejects.toMatchObject({ reason: 'COUPON_NOT_FOUND' });
    const { id: closed } = await aCheckout(tenant);
    await expect(apply(tenant, closed, [good])).rejects.toMatchObject({ reason: 'COUPON_NOT_ACCEPTED' });
    expect((await couponOf(billing, tenant, good)).redeemsCount).toBe(0);
    expect((await read(tenant, id)).checkout).toMatchObject({ amountCents: 10_000, couponsUsed: [] });
  });

  test('of a link are quoted without being counted, and applied here only when they leave nothing to pay', async () => {
    const tenant = await billing.configuredStore();
    const some = await aCoupon(billing, tenant);
    const all = await aCoupon(billing, tenant, { discount: 10_000 });
    const { id } = await aCheckout(tenant, { ...link, allowCoupons: true });
    const quoted = await billing.checkouts.getLinkQuote({ tenant, checkoutId: id, coupons: [some] }, call());
    expect(quoted.checkout).toMatchObject({ amountCents: 9_000, discountCents: 1_000, couponsUsed: [some] });
    await expect(apply(tenant, id, [some])).rejects.toMatchObject({ reason: 'LINK_DISCOUNT_NEEDS_PAYMENT' });
    expect((await couponOf(billing, tenant, some)).redeemsCount).toBe(0);

    const key = testIds.token(20);
    await Promise.all([apply(tenant, id, [all], key), apply(tenant, id, [all], key)]);
    expect((await couponOf(billing, tenant, all)).redeemsCount).toBe(1);
    expect((await read(tenant, id)).checkout).toMatchObject({ status: 'CHECKOUT_STATUS_ACTIVE', amountCents: 10_000 });
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'checkout.paid')).toHaveLength(1);
  });
});

describe('visitors of a payment link', () => {
  test('have a Pix code each, the same one at every reload, and none has the code without a visitor', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant, link);
    const [ana, ben] = [testIds.token(32), testIds.token(32)];
    const anas = await Promise.all(Array.from({ length: 6 }, () => openPix(tenant, id, ana)));
    expect(new Set(anas.map((charge) => charge.id)).size).toBe(1);
    const codes = [anas[0], await openPix(tenant, id, ben), await openPix(tenant, id)];
    expect(new Set(codes.map((charge) => charge?.pix?.brCode)).size).toBe(3);
    expect((await openPix(tenant, id)).id).toBe(codes[2]?.id);
    billing.clock.advance(dayMs);
    expect((await openPix(tenant, id, ana)).id).not.toBe(codes[0]?.id);
  });

  test('see a payment only when it is theirs, and can pay again', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant, link);
    const [ana, ben] = [testIds.token(32), testIds.token(32)];
    const charge = await openPix(tenant, id, ana);
    await openPix(tenant, id, ben);
    await pay(billing, tenant, id, { chargeId: charge.id });
    expect((await resolve(id, ana)).payment).toMatchObject({ id: charge.id, status: 'CHARGE_STATUS_PAID' });
    for (const other of [ben, testIds.token(32), undefined]) {
      expect((await resolve(id, other)).payment).toBeUndefined();
    }
    const byCardToo = the(await payByCard(tenant, id, { visitor: ben }));
    expect((await resolve(id, ben)).payment?.id).toBe(byCardToo.id);
    expect((await openPix(tenant, id, ana)).id).not.toBe(charge.id);
  });

  test('get a cheaper code in place of their own with a coupon, which another code gives back', async () => {
    const tenant = await billing.configuredStore();
    const [code, other] = [await aCoupon(billing, tenant, { maxRedeems: 1 }), await aCoupon(billing, tenant)];
    const { id } = await aCheckout(tenant, { ...link, allowCoupons: true });
    const visitor = testIds.token(32);
    const discounted = async (...coupons: string[]) =>
      the(await billing.checkouts.openDiscountedPix({ tenant, checkoutId: id, visitor, coupons }, call()));
    const full = await openPix(tenant, id, visitor);
    const cheap = await discounted(code);
    expect(cheap).toMatchObject({ amountCents: 9_000, coupons: [code] });
    expect((await discounted(code.toUpperCase())).id).toBe(cheap.id);
    expect((await openPix(tenant, id, visitor)).id).toBe(cheap.id);
    expect(await statusesOf(tenant, id)).toEqual(['PIX CANCELLED', 'PIX PENDING']);
    expect(full.id).not.toBe(cheap.id);
    expect((await discounted(other)).coupons).toEqual([other]);
    await countBackFreed(billing.deps, everyTenant);
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(0);
  });
});

describe('every way to pay is refused', () => {
  const ways = {
    card: (tenant: Tenant, id: string) => payByCard(tenant, id),
    boleto: (tenant: Tenant, id: string) => openBoleto(tenant, id),
    coupons: (tenant: Tenant, id: string) => apply(tenant, id, ['any']),
  };
  const states: readonly (readonly [string, (tenant: Tenant, id: string) => Promise<unknown>, string])[] = [
    ['paid', (tenant, id) => pay(billing, tenant, id), 'CHARGE_PAID'],
    [
      'cancelled',
      (tenant, id) => billing.checkouts.deleteCheckout({ tenant, id, frequency: undefined }, call()),
      'CHARGE_CANCELLED',
    ],
  ];

  test.each(states)('of a checkout that is %s', async (_state, end, reason) => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant, { allowCoupons: true });
    await end(tenant, id);
    for (const way of Object.values(ways)) await expect(way(tenant, id)).rejects.toMatchObject({ reason });
  });

  test('of a checkout that expired, before and after the job', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant);
    billing.clock.advance(30 * dayMs);
    for (const way of Object.values(ways)) {
      await expect(way(tenant, id)).rejects.toMatchObject({ reason: 'CHARGE_EXPIRED' });
    }
    await expireOverdue(billing.deps);
    for (const way of Object.values(ways)) {
      await expect(way(tenant, id)).rejects.toMatchObject({ reason: 'CHARGE_EXPIRED' });
    }
  });

  test('by a method that is not offered, and for another store or environment', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant, { methods: ['PAYMENT_METHOD_PIX'] });
    for (const way of [ways.card, ways.boleto]) {
      await expect(way(tenant, id)).rejects.toMatchObject({ reason: 'METHOD_NOT_OFFERED' });
    }
    for (const stranger of [await billing.configuredStore(), toTenant(tenant.storeId, false)]) {
      for (const way of Object.values(ways))
        await expect(way(stranger, id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    }
  });

  test('in production without a provider, before anything is written', async () => {
    const tenant = await billing.configuredStore(false);
    billing.production.providers = billing.production.simulated;
    const { id } = await aCheckout(tenant);
    billing.production.providers = noProviders;
    const before = await readEvents(billing, tenant);
    for (const [way, method] of [
      [ways.card, 'CARD'],
      [ways.boleto, 'BOLETO'],
    ] as const) {
      await expect(way(tenant, id)).rejects.toMatchObject({
        kind: 'UNAVAILABLE',
        message: `Provider for ${method} is not configured for this store`,
      });
    }
    expect(await statusesOf(tenant, id)).toEqual([]);
    expect(await readEvents(billing, tenant)).toEqual(before);
    expect(await billing.db('customers').where({ store_id: tenant.storeId })).toEqual([]);
    expect(await billing.db('cards').where({ store_id: tenant.storeId })).toEqual([]);
  });
});

describe('what a page knows of a payment', () => {
  test('is what paid a checkout of one payment, also once the money is back, and never that of another checkout', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant);
    const { id: other } = await aCheckout(tenant);
    expect((await resolve(id)).settled).toBeUndefined();
    await pay(billing, tenant, id);
    const { settled } = await resolve(id);
    expect(settled).toMatchObject({ status: 'CHARGE_STATUS_PAID', checkoutId: id });
    await billing
      .db('charges')
      .where({ id: settled?.id ?? '' })
      .update({ status: 'UNDER_DISPUTE' });
    expect((await resolve(id)).settled).toMatchObject({ id: settled?.id, status: 'CHARGE_STATUS_UNDER_DISPUTE' });
    expect((await resolve(other)).settled).toBeUndefined();
  });

  test('of a link is nothing that another payer paid', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant, link);
    await pay(billing, tenant, id);
    expect((await resolve(id)).settled).toBeUndefined();
  });

  test('are the pictures of its products, also of one deleted since, and none of another store', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant);
    const productId = (await resolve(id)).checkout?.items[0]?.productId ?? '';
    expect((await resolve(id)).pictures).toEqual([]);
    const row = billing.db('products').where({ store_id: tenant.storeId, id: productId });
    expect(await row.clone().update({ image_key: 'images/abc', deleted_at: billing.clock.real() })).toBe(1);
    const url = expect.stringMatching(/\/files\/images\/abc$/) as string;
    expect((await resolve(id)).pictures).toEqual([{ productId, url }]);
    const { id: elsewhere } = await aCheckout(await billing.configuredStore());
    expect((await resolve(elsewhere)).pictures).toEqual([]);
  });
});
