import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { call, startBilling } from './billing-harness';
import { aCoupon, couponOf } from './payment-requests';
import { subscriptionRequests } from './subscription-requests';

const billing = startBeforeAll(startBilling);

const { aPlan, subscriptionCheckout, subscribe, aSubscription, aCycle } = subscriptionRequests(() => billing);
const redeem = (tenant: Tenant, subscriptionId: string, code: string, preview = false) =>
  billing.agreements.redeemCoupon({ tenant, subscriptionId, code, preview }, call());
const usesOf = async (tenant: Tenant, code: string) => (await couponOf(billing, tenant, code)).redeemsCount;

describe('a coupon that a running subscription redeems', () => {
  test('is used as often as it may be when 30 ask at once, and never twice by one of them', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { maxRedeems: 5 });
    const subscriptions: string[] = [];
    for (let n = 0; n < 10; n += 1) subscriptions.push(await aSubscription(tenant));
    const asks = Array.from({ length: 30 }, (_, n) => redeem(tenant, subscriptions[n % 10] ?? '', code));
    const answers = await Promise.allSettled(asks);
    const served = new Set(answers.flatMap(({ status }, n) => (status === 'fulfilled' ? [n % 10] : [])));
    expect(served.size).toBe(5);
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
    expect(refused).toHaveLength(15);
    for (const error of refused) expect(error).toMatchObject({ reason: 'COUPON_USED_UP' });
    expect(await couponOf(billing, tenant, code)).toMatchObject({ redeemsCount: 5, status: 'COUPON_STATUS_EXPIRED' });
    // A subscription that has it gets the coupon, although no use is left.
    for (const n of served) await redeem(tenant, subscriptions[n] ?? '', code.toLowerCase());
    expect(await usesOf(tenant, code)).toBe(5);
    expect(await billing.db('coupon_redemptions').where({ store_id: tenant.storeId }).pluck('status')).toHaveLength(5);
  });

  test('is not counted again when the subscription started with it', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    for (const trialDays of [undefined, 7]) {
      const plan = await aPlan(tenant, 5_000, trialDays);
      const { id } = await subscriptionCheckout(tenant, plan, { coupons: [code], allowCoupons: true });
      const { subscriptionId = '' } = await subscribe(tenant, id, { coupons: [code] });
      const before = await usesOf(tenant, code);
      await redeem(tenant, subscriptionId, code);
      expect(await usesOf(tenant, code)).toBe(before);
    }
    expect(await usesOf(tenant, code)).toBe(2);
  });

  test('counts nothing as a preview, and is refused when it is off, unknown, or the subscription is not theirs', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    const id = await aSubscription(tenant);
    expect((await redeem(tenant, id, code, true)).coupon).toMatchObject({ code });
    expect(await usesOf(tenant, code)).toBe(0);
    const other = await billing.configuredStore();
    await expect(redeem(other, id, code)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await expect(redeem({ ...tenant, devMode: !tenant.devMode }, id, code)).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
    for (const preview of [true, false]) {
      await expect(redeem(tenant, id, 'NADA', preview)).rejects.toMatchObject({ message: 'Cupom não encontrado.' });
    }
    await billing.coupons.toggleCoupon({ tenant, code }, call());
    for (const preview of [true, false]) {
      await expect(redeem(tenant, id, code, preview)).rejects.toMatchObject({ reason: 'COUPON_USED_UP' });
    }
    await billing.coupons.toggleCoupon({ tenant, code }, call());
    await billing.agreements.endAgreement({ tenant, subscriptionId: id }, call());
    await expect(redeem(tenant, id, code)).rejects.toMatchObject({ reason: 'AGREEMENT_ENDED' });
    expect(await usesOf(tenant, code)).toBe(0);
  });

  test("is on the checkout of a cycle that has it; one without a word of coupons has the start's", async () => {
    const tenant = await billing.configuredStore();
    const id = await aSubscription(tenant);
    const net = { amountCents: 4_500, discountCents: 500 };
    const first = await aCycle(tenant, id, { ...net, coupons: { codes: ['DEZ'] } });
    expect(first.checkout?.couponsUsed).toEqual(['DEZ']);
    const second = await aCycle(tenant, id, { ...net, cycleNumber: 2 });
    expect(second.checkout?.couponsUsed).toEqual([]);
  });
});
