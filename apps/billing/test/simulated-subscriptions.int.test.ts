import { aTenant } from '@pitanga/testing';
import type { Tenant } from '@pitanga/core';
import { call, factsOf, startBilling, type Billing } from './billing-harness';
import { aCoupon } from './payment-requests';
import { frequency, subscriptionRequests } from './subscription-requests';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

const { aPlan, subscriptionCheckout, subscribe, started } = subscriptionRequests(() => billing);

const pix = { methods: ['PAYMENT_METHOD_PIX' as const] };
const typesOf = async (tenant: Tenant) => (await factsOf(billing, tenant)).map(({ type }) => type);
const remove = (tenant: Tenant, id: string) => billing.checkouts.deleteCheckout({ tenant, id, frequency }, call());

describe('a late payment of a subscription checkout', () => {
  test('that is open is one as any other: it subscribes with the coupons it names', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { discount: 1_000 });
    const coupons = { coupons: [code], allowCoupons: true };
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant), coupons);
    for (let customer = 0; customer < 2; customer += 1) {
      const { payments, subscriptionId } = await subscribe(tenant, id, { late: true, coupons: [code] });
      expect([typeof subscriptionId, payments[0]?.amountCents]).toEqual(['string', 4_500]);
    }
    expect(await started(tenant)).toMatchObject([{ coupons: [{ code }] }, { coupons: [{ code }] }]);
  });

  test('that is open is refused with a coupon that cannot be used', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant));
    await expect(subscribe(tenant, id, { late: true, coupons: ['NONE'] })).rejects.toMatchObject({
      reason: expect.any(String) as string,
    });
    expect(await started(tenant)).toEqual([]);
  });

  test('that was deleted pays the code that was shown: the money goes back and nobody subscribes', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant), pix);
    const payer = { name: 'ANA SOUZA', taxId: '52998224725', email: undefined };
    await billing.checkouts.subscribeByPix({ tenant, checkoutId: id, payer, coupons: [] }, call());
    await remove(tenant, id);
    expect((await subscribe(tenant, id, { late: true })).subscriptionId).toBeUndefined();
    expect(await started(tenant)).toEqual([]);
    expect(await typesOf(tenant)).toContain('charge.overpaid');
  });

  test('that was deleted and has shown no code is refused', async () => {
    const tenant = await billing.configuredStore();
    for (const offered of [{}, pix]) {
      const { id } = await subscriptionCheckout(tenant, await aPlan(tenant), offered);
      await remove(tenant, id);
      await expect(subscribe(tenant, id, { late: true })).rejects.toMatchObject({ reason: 'NOTHING_TO_PAY_LATE' });
    }
    await expect(subscribe(aTenant(), 'bill_none', { late: true })).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  });
});
