import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { call, startBilling } from './billing-harness';
import { aCoupon, openCheckout } from './payment-requests';

const billing = startBeforeAll(startBilling);

const notAccepted = { kind: 'FAILED_PRECONDITION', reason: 'COUPON_NOT_ACCEPTED' };
const asLink = { frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' } as const;

const accepting = (tenant: Tenant, code: string, changes: object = {}) =>
  openCheckout(billing, tenant, 10_000, { coupons: [code], allowCoupons: true, ...changes });
const quote = async (tenant: Tenant, checkoutId: string, code: string) =>
  (await billing.checkouts.getLinkQuote({ tenant, checkoutId, coupons: [code] }, call())).checkout?.amountCents;
const apply = async (tenant: Tenant, checkoutId: string, code: string) =>
  (await billing.checkouts.applyCheckoutCoupons({ tenant, checkoutId, coupons: [code] }, call())).checkout?.amountCents;

/** A checkout and a link that accept a coupon of 10 %, which is deleted and made anew with 50 %. */
async function aRemadeCoupon() {
  const tenant = await billing.configuredStore();
  const code = await aCoupon(billing, tenant, { discount: 1_000 });
  const [once, many] = [await accepting(tenant, code), await accepting(tenant, code, asLink)];
  await billing.coupons.deleteCoupon({ tenant, code }, call());
  await aCoupon(billing, tenant, { code: code.toLowerCase(), discount: 5_000 });
  return { tenant, code, once, many };
}

describe('a coupon with the code of a deleted one', () => {
  test('is not accepted by a checkout or link that named the other, whose codes stay as they are', async () => {
    const { tenant, code, once, many } = await aRemadeCoupon();
    await expect(apply(tenant, once.id, code)).rejects.toMatchObject(notAccepted);
    await expect(quote(tenant, many.id, code)).rejects.toMatchObject(notAccepted);
    expect((await billing.checkouts.getCheckout({ tenant, id: once.id }, call())).checkout?.coupons).toEqual([code]);
  });

  test('is accepted by a new checkout, by one that takes any coupon, and by a link that is given the code again', async () => {
    const { tenant, code, many } = await aRemadeCoupon();
    expect(await apply(tenant, (await accepting(tenant, code)).id, code)).toBe(5_000);
    const anyCoupon = await openCheckout(billing, tenant, 10_000, { allowCoupons: true });
    expect(await apply(tenant, anyCoupon.id, code)).toBe(5_000);
    const changes = { methods: [], coupons: { codes: [code] } };
    await billing.checkouts.updatePaymentLink({ tenant, id: many.id, ...changes }, call());
    expect(await quote(tenant, many.id, code)).toBe(5_000);
  });

  test('is accepted by a checkout of a version that kept codes alone', async () => {
    const { tenant, code, once } = await aRemadeCoupon();
    await billing.db('checkouts').where({ id: once.id }).update({ accepted_coupons: '[]' });
    expect(await apply(tenant, once.id, code)).toBe(5_000);
  });
});
