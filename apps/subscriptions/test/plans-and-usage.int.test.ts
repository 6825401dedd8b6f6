import type { UsageAction } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant } from '@pitanga/testing';
import {
  call,
  factsOfType,
  refusal,
  startSubscriptions,
  subscriptionCalls,
  typesOf,
  type Subscriptions,
} from './subscriptions-harness';

let subs: Subscriptions;
beforeAll(async () => (subs = await startSubscriptions()));
afterAll(() => subs.stop());
beforeEach(() => (subs.billing.behave = () => 'PAY'));
afterEach(() => subs.finishTest());

const { payments, revenue } = subscriptionCalls(() => subs);
const everything = { code: 'TUDO', discountKind: 'DISCOUNT_KIND_PERCENTAGE', discount: 10_000 } as const;

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

describe('a change of plan', () => {
  it('is told at once and applies from the next cycle on, the record keeping the old plan until then', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { quantity: 2 });
    const product = subs.billing.product(9_900, 'BILLING_CYCLE_MONTHLY');
    const { change: asked } = await change(tenant, id, product.externalId);
    expect(asked).toMatchObject({
      subscriptionId: id,
      status: 'PLAN_CHANGE_STATUS_PENDING',
      productId: product.id,
      quantity: 2,
      newAmountCents: 19_800,
      cycle: 'MONTHLY',
    });
    expect(asked?.id).toMatch(/^subu_/);
    const [changed] = await factsOfType(subs.db, id, 'subscription.plan_changed');
    expect(changed).toMatchObject({
      subscription: { amountCents: 19_800, productId: product.id },
      change: { id: asked?.id },
    });
    expect(await subs.get(tenant, id)).toMatchObject({ amountCents: 9_980, productId: 'prod_1' });
    expect(await revenue(tenant)).toMatchObject({ mrrCents: 9_980 });
    await renew(tenant, id);
    expect(payments(id)).toMatchObject([
      { amountCents: 19_800, productId: product.id, unitPriceCents: 9_900, quantity: 2 },
    ]);
    expect(await subs.get(tenant, id)).toMatchObject({ amountCents: 19_800, productId: product.id });
    expect(await revenue(tenant)).toMatchObject({ mrrCents: 19_800 });
    expect(await typesOf(subs.db, id)).toEqual(['started', 'plan_changed', 'renewed']);
    expect(await statusesOf(id)).toEqual(['APPLIED']);
  });

  it('replaces one that was waiting', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const [small, large] = [1_000, 2_000].map((price) => subs.billing.product(price, 'BILLING_CYCLE_MONTHLY'));
    await change(tenant, id, small!.id);
    await change(tenant, id, large!.id, 3);
    await renew(tenant, id);
    expect((await statusesOf(id)).sort()).toEqual(['APPLIED', 'CANCELLED']);
    expect(payments(id)).toMatchObject([{ amountCents: 6_000 }]);
  });

  it('to another cycle makes the next due instant the anchor, and ignores the trial of the product', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const product = subs.billing.product(60_000, 'BILLING_CYCLE_ANNUALLY');
    product.trialDays = 30;
    const first = await due(tenant, id);
    await change(tenant, id, product.id);
    await subs.runTo(first);
    expect(payments(id)).toMatchObject([{ amountCents: 60_000 }]);
    const next = await due(tenant, id);
    expect([next.getUTCFullYear() - first.getUTCFullYear(), next.getUTCMonth()]).toEqual([1, first.getUTCMonth()]);
    expect(await revenue(tenant)).toMatchObject({ mrrCents: 5_000 });
  });

  it('in a trial applies to its first charge, at its end', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { trialDays: 7 });
    const { trialEndsAt } = await subs.get(tenant, id);
    await change(tenant, id, subs.billing.product(7_700, 'BILLING_CYCLE_WEEKLY').id);
    expect(await revenue(tenant)).toEqual({ mrrCents: 0, activeSubscriptions: 1 });
    await subs.runTo(trialEndsAt!);
    expect(payments(id)).toMatchObject([{ amountCents: 7_700, dueAt: trialEndsAt }]);
    expect(await due(tenant, id)).toEqual(new Date(trialEndsAt!.getTime() + 7 * 86_400_000));
  });

  it('waits for the next cycle while an open one is retried for its own amount', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    subs.billing.behave = ({ subscriptionId }) => (subscriptionId === id ? 'DECLINE' : 'PAY');
    await renew(tenant, id);
    await change(tenant, id, subs.billing.product(1_000, 'BILLING_CYCLE_MONTHLY').id);
    subs.billing.behave = () => 'PAY';
    await renew(tenant, id);
    await renew(tenant, id);
    expect(payments(id).map(({ amountCents }) => amountCents)).toEqual([4_990, 1_000]);
  });

  it('is made once for one Idempotency-Key, also by parallel requests', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const { id: product } = subs.billing.product(1_000, 'BILLING_CYCLE_MONTHLY');
    const answers = await Promise.all(Array.from({ length: 5 }, () => change(tenant, id, product, 1, 'k')));
    expect(new Set(answers.map((answer) => answer.change?.id)).size).toBe(1);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'plan_changed']);
  });

  it('is refused when coupons would leave less of it than anybody can be charged, and taken when they leave nothing', async () => {
    const tenant = aTenant();
    const fixed = { code: 'FIXO', discountKind: 'DISCOUNT_KIND_FIXED', discount: 9_950 } as const;
    const id = await subs.start(tenant, { coupons: [fixed] });
    const [tooSmall, free, enough] = [10_001, 9_950, 10_050].map((price) =>
      subs.billing.product(price, 'BILLING_CYCLE_MONTHLY'),
    );
    expect((await refusal(change(tenant, id, tooSmall!.id))).reason).toBe('PLAN_AMOUNT_OUT_OF_RANGE');
    for (const product of [free, enough]) {
      await change(tenant, id, product!.id);
      await renew(tenant, id);
    }
    expect(payments(id).map(({ amountCents }) => amountCents)).toEqual([0, 100]);
  });

  it('is refused without a cycle, an active subscription, a known product or a possible amount', async () => {
    const tenant = aTenant();
    const [id, ended] = [await subs.start(tenant), await subs.start(tenant)];
    await subs.client.cancelSubscription({ tenant, id: ended }, call());
    const monthly = (price: number) => subs.billing.product(price, 'BILLING_CYCLE_MONTHLY').id;
    const refused = (of: string, product: string, quantity = 1) => refusal(change(tenant, of, product, quantity));
    const inactive = { kind: 'NOT_FOUND', message: 'Subscription not found or not active' };
    expect(await refused(ended, monthly(1_000))).toMatchObject(inactive);
    expect(await refused('subs_unknown', monthly(1_000))).toMatchObject(inactive);
    expect(await refusal(change(aTenant(), id, monthly(1_000)))).toMatchObject(inactive);
    expect(await refused(id, 'unknown')).toMatchObject({ kind: 'NOT_FOUND', message: 'Produto não encontrado.' });
    expect(await refused(id, subs.billing.product(1_000).id)).toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'PRODUCT_WITHOUT_CYCLE',
      message: 'Product must have a billing cycle',
    });
    for (const [price, quantity] of [
      [99, 1],
      [1_000_000_000, 10],
      [1_000, 10_001],
      [1_000, 0],
    ] as const) {
      expect((await refused(id, monthly(price), quantity)).kind).toBe('INVALID_ARGUMENT');
    }
    expect(await typesOf(subs.db, id)).toEqual(['started']);
  });

  async function statusesOf(id: string): Promise<string[]> {
    const rows = (await subs.db('plan_changes').where({ subscription_id: id }).orderBy('id')) as { status: string }[];
    return rows.map(({ status }) => status);
  }
});

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
