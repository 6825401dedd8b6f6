import type { UsageAction } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { call, factsOfType, refusal, startSubscriptions, subscriptionCalls } from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
beforeEach(() => (subs.billing.behave = () => 'PAY'));
afterEach(() => subs.finishTest());

const { payments, revenue } = subscriptionCalls(() => subs);
const everything = {
  code: 'TUDO',
  discountKind: 'DISCOUNT_KIND_PERCENTAGE',
  discount: 10_000,
  duration: 'COUPON_DURATION_FOREVER',
} as const;

const due = async (tenant: Tenant, id: string) => (await subs.get(tenant, id)).nextChargeAt!;
const renew = async (tenant: Tenant, id: string) => subs.runTo(await due(tenant, id));

const change = (tenant: Tenant, id: string, product: string, quantity?: number, key?: string) =>
  subs.client.changePlan({ tenant, id, product, quantity }, call(key));
const use = (
  tenant: Tenant,
  id: string,
  product: string,
  units: number,
  action: UsageAction = 'USAGE_ACTION_ADD',
  key?: string,
) => subs.client.recordUsage({ tenant, id, product, units, action }, call(key));

describe('usage', () => {
  it('is added to the next cycle alone, at the price of the day it was recorded', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const [api, sms] = [subs.billing.product(10), subs.billing.product(7)];
    const { usage } = await use(tenant, id, api.externalId, 100);
    expect(usage).toMatchObject({
      subscriptionId: id,
      productId: api.id,
      units: 100,
      unitPriceCents: 10,
      installmentNumber: 2,
    });
    expect(usage?.id).toMatch(/^usgr_/);
    api.priceCents = 20;
    await use(tenant, id, api.id, 1);
    await use(tenant, id, sms.id, 3);
    await use(tenant, id, sms.id, 1, 'USAGE_ACTION_SUBTRACT');
    await renew(tenant, id);
    await renew(tenant, id);
    expect(payments(id).map(({ amountCents, usageCents }) => [amountCents, usageCents])).toEqual([
      [6_024, 1_034],
      [4_990, 0],
    ]);
    expect(payments(id)[0]?.usage).toEqual(
      [
        { productId: api.id, units: 101, amountCents: 1_020 },
        { productId: sms.id, units: 2, amountCents: 14 },
      ].sort((first, second) => (first.productId < second.productId ? -1 : 1)),
    );
    expect(await factsOfType(subs.db, id, 'usage.recorded')).toHaveLength(4);
    expect(await revenue(tenant)).toMatchObject({ mrrCents: 4_990 });
  });

  it('is taken back at the price at which it was added, that added last first, also of a deleted product', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const api = subs.billing.product(100);
    const price = async (priceCents: number, units: number, action?: 'USAGE_ACTION_SUBTRACT') => {
      api.priceCents = priceCents;
      subs.clock.advance(1_000);
      const { usage } = await use(tenant, id, api.externalId, units, action);
      return [usage?.unitPriceCents, usage?.amountCents];
    };
    expect(await price(100, 3)).toEqual([100, 300]);
    expect(await price(7, 2)).toEqual([7, 14]);
    expect(await price(9_999, 3, 'USAGE_ACTION_SUBTRACT')).toEqual([7, 114]);
    expect(await price(50, 1)).toEqual([50, 50]);
    subs.billing.deleteProduct(api);
    expect(await price(1, 2, 'USAGE_ACTION_SUBTRACT')).toEqual([50, 150]);
    expect((await refusal(use(tenant, id, api.id, 1))).kind).toBe('NOT_FOUND');
    await renew(tenant, id);
    expect(payments(id)).toMatchObject([{ usageCents: 100 }]);
    // The cycle that was charged keeps its usage.
    const below = { reason: 'USAGE_BELOW_ZERO' };
    expect(await refusal(use(tenant, id, api.id, 1, 'USAGE_ACTION_SUBTRACT'))).toMatchObject(below);
  });

  it('that waited for a later cycle is taken back there at the price at which it was added', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { coupons: [everything] });
    const api = subs.billing.product(40);
    await use(tenant, id, api.id, 5);
    await renew(tenant, id);
    await use(tenant, id, api.id, 2);
    await renew(tenant, id);
    api.priceCents = 3;
    subs.clock.advance(1_000);
    await use(tenant, id, api.id, 60);
    await use(tenant, id, api.id, 61, 'USAGE_ACTION_SUBTRACT');
    await use(tenant, id, api.id, 20);
    await renew(tenant, id);
    // 200, nothing of 80 that waits, and then 40 and 60 of it.
    expect(payments(id).map(({ amountCents }) => amountCents)).toEqual([200, 0, 100]);
  });

  it('goes to the cycle after an open one, whose retries ask for what was fixed', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const { id: api } = subs.billing.product(10);
    subs.billing.behave = ({ subscriptionId }) => (subscriptionId === id ? 'DECLINE' : 'PAY');
    await renew(tenant, id);
    expect((await use(tenant, id, api, 5)).usage?.installmentNumber).toBe(3);
    subs.billing.behave = () => 'PAY';
    await renew(tenant, id);
    await renew(tenant, id);
    expect(payments(id).map(({ amountCents }) => amountCents)).toEqual([4_990, 5_040]);
  });

  it('of less than R$ 1,00 beside a price that coupons take waits until it is enough, and nothing of it is lost', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { coupons: [everything] });
    const { id: api } = subs.billing.product(10);
    await use(tenant, id, api, 7);
    await renew(tenant, id);
    expect((await use(tenant, id, api, 2)).usage?.installmentNumber).toBe(3);
    await renew(tenant, id);
    await use(tenant, id, api, 4, 'USAGE_ACTION_SUBTRACT');
    await use(tenant, id, api, 6);
    await renew(tenant, id);
    await renew(tenant, id);
    expect(payments(id).map(({ amountCents }) => amountCents)).toEqual([0, 0, 110, 0]);
  });

  it('never goes below zero, of a product and a cycle', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const [one, other] = [subs.billing.product(10).id, subs.billing.product(10).id];
    await use(tenant, id, one, 5);
    const below = { kind: 'FAILED_PRECONDITION', reason: 'USAGE_BELOW_ZERO' };
    expect(await refusal(use(tenant, id, one, 6, 'USAGE_ACTION_SUBTRACT'))).toMatchObject(below);
    expect(await refusal(use(tenant, id, other, 1, 'USAGE_ACTION_SUBTRACT'))).toMatchObject(below);
    await renew(tenant, id);
    expect(await refusal(use(tenant, id, one, 5, 'USAGE_ACTION_SUBTRACT'))).toMatchObject(below);
  });

  it('is counted once for each key and never lost, however many come at once', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const { id: api } = subs.billing.product(10);
    const keys = Array.from({ length: 20 }, (_, index) => `k${String(index % 10)}`);
    await Promise.all(keys.map((key) => use(tenant, id, api, 3, 'USAGE_ACTION_ADD', key)));
    await renew(tenant, id);
    expect(payments(id)).toMatchObject([{ usageCents: 300 }]);
  });

  it('is refused for a product with a cycle, units out of range, too much money or one that has ended', async () => {
    const tenant = aTenant();
    const [id, ended] = [await subs.start(tenant), await subs.start(tenant)];
    await subs.client.cancelSubscription({ tenant, id: ended }, call());
    const { id: dear } = subs.billing.product(9_999_999_999);
    const { id: cheap } = subs.billing.product(1);
    expect(await refusal(use(tenant, id, subs.billing.product(10, 'BILLING_CYCLE_WEEKLY').id, 1))).toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'PRODUCT_WITH_CYCLE',
      message: 'Product must not have a billing cycle',
    });
    for (const units of [0, 10_000_000_000])
      expect((await refusal(use(tenant, id, cheap, units))).kind).toBe('INVALID_ARGUMENT');
    for (const units of [1, 9_999_999_999])
      expect((await refusal(use(tenant, id, dear, units))).reason).toBe('USAGE_TOO_LARGE');
    expect(await refusal(use(tenant, ended, cheap, 1))).toMatchObject({ kind: 'NOT_FOUND' });
    expect((await use(tenant, id, cheap, 9_000_000_000)).usage?.units).toBe(9_000_000_000);
    const monthly = subs.billing.product(9_999_999_999, 'BILLING_CYCLE_MONTHLY').id;
    expect((await refusal(change(tenant, id, monthly))).reason).toBe('PLAN_AMOUNT_OUT_OF_RANGE');
  });
});
