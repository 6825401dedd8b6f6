import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { call, factsOfType, refusal, startSubscriptions, subscriptionCalls, typesOf } from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
beforeEach(() => (subs.billing.behave = () => 'PAY'));
afterEach(() => subs.finishTest());

const { payments, revenue } = subscriptionCalls(() => subs);

const due = async (tenant: Tenant, id: string) => (await subs.get(tenant, id)).nextChargeAt!;
const renew = async (tenant: Tenant, id: string) => subs.runTo(await due(tenant, id));

const change = (tenant: Tenant, id: string, product: string, quantity?: number, key?: string) =>
  subs.client.changePlan({ tenant, id, product, quantity }, call(key));

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
    const fixed = {
      code: 'FIXO',
      discountKind: 'DISCOUNT_KIND_FIXED',
      discount: 9_950,
      duration: 'COUPON_DURATION_FOREVER',
    } as const;
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
