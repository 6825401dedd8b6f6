import type { Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { aTenant, burst, burstReadMsMax } from '@pitanga/testing';
import { revenueChange } from '../src/revenue/revenue';
import { addRevenue } from '../src/revenue/revenue-repository';
import { aCoupon } from './billing-messages';
import { startBillingStandIn, type BillingStandIn } from './billing-stand-in';
import { seedSubscriptions, startWholeService, type RunningService } from './running-service';
import { call } from './subscriptions-harness';

let billing: BillingStandIn;
let service: RunningService;
let tenant: Tenant;
let ids: readonly string[];
beforeAll(async () => {
  billing = await startBillingStandIn();
  service = await startWholeService(billing.address);
});
afterAll(async () => {
  await service.stop();
  await billing.stop();
});
beforeEach(async () => {
  tenant = aTenant(false);
  const seeded = await seedSubscriptions(
    service.db,
    tenant,
    Array.from({ length: 24 }, () => ({})),
  );
  ids = seeded.map(({ id }) => id);
  await inTransaction(service.db, async (tx) => {
    for (const subscription of seeded) await addRevenue(tx, tenant, revenueChange(undefined, subscription));
  });
});

/** Makes a write of each of 24 subscriptions at once, beside a read of another store. */
async function expectNoWait(
  write: (subscription: { readonly tenant: Tenant; readonly id: string }) => Promise<unknown>,
): Promise<void> {
  const { outcomes, readMs } = await burst(
    (index) => write({ tenant, id: ids[index] ?? '' }),
    () => service.client.getRecurringRevenue({ tenant: aTenant(true) }, call()),
  );
  expect(outcomes).toEqual(['OK']);
  expect(readMs).toBeLessThan(burstReadMsMax);
}

describe('many at once keep no connection from others and wait for none:', () => {
  test('pauses, resumptions and cancellations', async () => {
    const { client } = service;
    await expectNoWait((key) => client.pauseSubscription({ ...key, resumesAt: undefined }, call()));
    await expectNoWait((key) => client.resumeSubscription(key, call()));
    await expectNoWait((key) => client.cancelSubscription({ ...key, atPeriodEnd: true }, call()));
    await expectNoWait((key) => client.cancelSubscription({ ...key, atPeriodEnd: false }, call()));
  });

  test('changes of plan', async () => {
    const { client } = service;
    const product = billing.product(9_900, 'BILLING_CYCLE_MONTHLY').externalId;
    await expectNoWait((key) => client.changePlan({ ...key, product, quantity: undefined }, call()));
    await expectNoWait((key) => client.cancelPlanChange(key, call()));
  });

  test('records of usage', async () => {
    const product = billing.product(500).externalId;
    const action = 'USAGE_ACTION_ADD';
    await expectNoWait((key) => service.client.recordUsage({ ...key, product, units: 1, action }, call()));
  });

  test('coupons', async () => {
    const coupon = 'BURST';
    billing.coupons.set('burst', aCoupon(coupon, 'DISCOUNT_KIND_PERCENTAGE', 1_000));
    await expectNoWait((key) => service.client.applyCoupon({ ...key, coupon }, call()));
    await expectNoWait((key) => service.client.removeCoupon({ ...key, coupon }, call()));
  });

  test('replaced cards', async () => {
    const cardToken = 'ctok_new';
    await expectNoWait((key) => service.client.updateCard({ ...key, cardToken, canConfirm: false }, call()));
  });
});
