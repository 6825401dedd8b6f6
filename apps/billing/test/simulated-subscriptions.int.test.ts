import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { call, readEvents, startBilling } from './billing-harness';
import { aPaidCard, simulate } from './money-back';
import { aCoupon, openCheckout, pay } from './payment-requests';
import { frequency, subscriptionRequests } from './subscription-requests';

const billing = startBeforeAll(startBilling);

const { aPlan, subscriptionCheckout, subscribe, started } = subscriptionRequests(() => billing);

const pix = { methods: ['PAYMENT_METHOD_PIX' as const] };
const typesOf = async (tenant: Tenant) => (await readEvents(billing, tenant)).map(({ type }) => type);
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

  test('that was deleted pays the code that was shown: the money is returned and no subscription begins', async () => {
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
    const stranger = await billing.configuredStore();
    await expect(subscribe(stranger, 'bill_none', { late: true })).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  });
});

describe('the amount of a simulated payment by card', () => {
  const card = 'PAYMENT_METHOD_CARD' as const;
  const refusal = (due: number) => ({
    kind: 'INVALID_ARGUMENT',
    message: `Property 'amount' should be ${String(due)}: a card pays exactly what is due`,
  });

  test('that starts a subscription is what is due after its coupons, and nothing in a trial', async () => {
    const tenant = await billing.configuredStore();
    const coupons = [await aCoupon(billing, tenant, { discount: 1_000 })];
    const offered = { coupons, allowCoupons: true };
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant), offered);
    await expect(subscribe(tenant, id, { coupons, amountCents: 5_000 })).rejects.toMatchObject(refusal(4_500));
    const trial = await subscriptionCheckout(tenant, await aPlan(tenant, 5_000, 7));
    await expect(subscribe(tenant, trial.id, { amountCents: 5_000 })).rejects.toMatchObject(refusal(0));
    expect(await started(tenant)).toEqual([]);
    const { payments } = await subscribe(tenant, id, { coupons, amountCents: 4_500 });
    expect(payments[0]).toMatchObject({ amountCents: 4_500, status: 'PAID' });
  });

  test.each([['ONE_TIME'], ['MULTIPLE_PAYMENTS']] as const)('of a checkout (%s) is what is due', async (kind) => {
    const tenant = await billing.configuredStore();
    const coupons = [await aCoupon(billing, tenant, { discount: 1_000 })];
    const { id } = await openCheckout(billing, tenant, 10_000, {
      frequency: `CHECKOUT_FREQUENCY_${kind}`,
      coupons,
      allowCoupons: true,
    });
    const other = pay(billing, tenant, id, { method: card, coupons, amountCents: 10_000 });
    await expect(other).rejects.toMatchObject(refusal(9_000));
    const { payments } = await pay(billing, tenant, id, { method: card, coupons, amountCents: 9_000 });
    expect(payments).toMatchObject([{ amountCents: 9_000, status: 'PAID' }]);
  });

  test('of a transparent charge is what was charged', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidCard(billing, tenant);
    const other = simulate(billing, tenant, id, { amountCents: 1, late: true });
    await expect(other).rejects.toMatchObject(refusal(12_300));
    const same = simulate(billing, tenant, id, { amountCents: 12_300 });
    await expect(same).rejects.toMatchObject({ reason: 'CHARGE_PAID' });
  });
});

describe('an authorization that is revoked in the bank app', () => {
  test('ends a Pix subscription of this store’s dev environment once, and a repeat returns the stored response', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant), pix);
    const { subscriptionId = '' } = await subscribe(tenant, id);
    const revoke = (of: Tenant, key?: string) =>
      billing.agreements.simulateAuthorizationCancelled({ tenant: of, subscriptionId }, call(key));
    await expect(revoke(aTenant())).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await expect(revoke({ ...tenant, devMode: false })).rejects.toMatchObject({
      reason: 'DEV_MODE_ONLY',
      message: 'simulate-authorization-cancelled is only available in dev mode',
    });
    await revoke(tenant, 'one key');
    await revoke(tenant, 'one key');
    await expect(revoke(tenant)).rejects.toMatchObject({ reason: 'AGREEMENT_ENDED' });
    expect((await typesOf(tenant)).filter((type) => type === 'agreement.revoked')).toHaveLength(1);
  });
});
