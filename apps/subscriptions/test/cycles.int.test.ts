import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { call, factsOfType, later, refusal, startSubscriptions } from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
beforeEach(() => (subs.billing.behave = () => 'PAY'));
afterEach(() => subs.finishTest());

const weekly = { cycle: 'BILLING_CYCLE_WEEKLY', retryEveryDays: 2 } as const;
const cycles = (tenant: Tenant, id: string, limit = 100, cursor: { after?: string; before?: string } = {}) =>
  subs.client.listCycles({ tenant, id, page: { limit, ...cursor } }, call());
const upcoming = (tenant: Tenant, id: string) => subs.client.getUpcoming({ tenant, id }, call());
const use = (tenant: Tenant, id: string, product: string, units: number) =>
  subs.client.recordUsage({ tenant, id, product, units, action: 'USAGE_ACTION_ADD' }, call());
const change = (tenant: Tenant, id: string, product: string) =>
  subs.client.changePlan({ tenant, id, product, quantity: undefined }, call());
const strangers = (tenant: Tenant) => [aTenant(), { ...tenant, devMode: !tenant.devMode }];

describe('the cycles of a subscription', () => {
  it('are listed newest first, each with what it cost, its attempts and what it was paid with', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    await use(tenant, id, subs.billing.product(10).id, 7);
    await subs.runTo(later(startedAt, 7));
    subs.billing.behave = ({ cycleNumber }) => (cycleNumber === 2 ? 'DECLINE' : 'PAY');
    await subs.runTo(later(startedAt, 16));
    const { cycles: listed, page } = await cycles(tenant, id);
    expect(page).toMatchObject({ hasMore: false });
    expect(listed).toMatchObject([
      {
        id: `${id}:2`,
        subscriptionId: id,
        number: 2,
        installmentNumber: 3,
        status: 'SUBSCRIPTION_CYCLE_STATUS_OPEN',
        method: 'PAYMENT_METHOD_CARD',
        dueAt: later(startedAt, 14),
        amountCents: 4_990,
        endedAt: undefined,
        checkoutId: undefined,
        chargeId: undefined,
        attempts: [
          { number: 1, status: 'CYCLE_ATTEMPT_STATUS_FAILED', reason: '51', startedAt: later(startedAt, 14) },
          { number: 2, status: 'CYCLE_ATTEMPT_STATUS_FAILED', reason: '51', startedAt: later(startedAt, 16) },
        ],
      },
      {
        id: `${id}:1`,
        number: 1,
        installmentNumber: 2,
        status: 'SUBSCRIPTION_CYCLE_STATUS_PAID',
        usageCents: 70,
        amountCents: 5_060,
        endedAt: later(startedAt, 7),
        attempts: [{ number: 1, status: 'CYCLE_ATTEMPT_STATUS_PAID', reason: undefined }],
      },
    ]);
    const [, paid] = listed;
    expect(paid?.chargeId).toBe(paid?.attempts[0]?.chargeId);
    expect(paid?.checkoutId).toMatch(/^bill_/);
    expect(listed[0]?.attempts.every(({ chargeId }) => chargeId !== undefined)).toBe(true);
  });

  it('count payments from 1 with a trial and from 2 after a start that was paid', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, { ...weekly, trialDays: 3 });
    await subs.runTo(later(startedAt, 4));
    expect((await cycles(tenant, id)).cycles).toMatchObject([{ number: 1, installmentNumber: 1 }]);
  });

  it('are paged both ways without repeating or missing one', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    expect(await cycles(tenant, id)).toMatchObject({ cycles: [], page: { hasMore: false } });
    await subs.runTo(later(startedAt, 35));
    const numbers = async (limit: number, cursor = {}) => {
      const { cycles: listed, page } = await cycles(tenant, id, limit, cursor);
      return [listed.map(({ number }) => number), page?.hasMore, page?.next, page?.before];
    };
    const cursor = (number: number) => `${id}:${String(number)}`;
    expect(await numbers(2)).toEqual([[5, 4], true, cursor(4), undefined]);
    expect(await numbers(2, { after: cursor(4) })).toEqual([[3, 2], true, cursor(2), cursor(3)]);
    expect(await numbers(2, { after: cursor(2) })).toEqual([[1], false, undefined, cursor(1)]);
    expect(await numbers(2, { before: cursor(1) })).toEqual([[3, 2], true, cursor(2), cursor(3)]);
    expect(await numbers(2, { before: cursor(3) })).toEqual([[5, 4], true, cursor(4), undefined]);
    for (const after of ['x', `subs_other:1`, `${id}:0`, `${id}:1x`, `${id}:99999999999`]) {
      expect(await refusal(cycles(tenant, id, 2, { after }))).toMatchObject({
        kind: 'INVALID_ARGUMENT',
        message: "Property 'after' should be the id of an item of this list",
      });
    }
  });

  it('cost the same to list however many others there are', async () => {
    await subs.db.raw(`insert into cycles (store_id, dev_mode, subscription_id, number, due_at, product_id, quantity,
        unit_price_cents, discount_cents, usage_cents, amount_cents, status, begun_at, ended_at)
      select 'store_many', true, 'subs_' || n % 20, n / 20 + 1, now(), 'prod_1', 1, 100, 0, 0, 100, 'SKIPPED', now(), now()
      from generate_series(0, 19999) as n`);
    await subs.db.raw('analyze cycles');
    const { rows } = await subs.db.raw<{ rows: { 'QUERY PLAN': string }[] }>(
      `explain (analyze, costs off, timing off) select * from cycles where store_id = 'store_many' and dev_mode = true
       and subscription_id = 'subs_7' and number < 900 order by number desc limit 3`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('cycles_pkey');
    expect(plan).not.toContain('Sort');
  });

  it('are not found by another store, the other environment or an unknown id', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    const notFound = { kind: 'NOT_FOUND', message: 'Subscription not found' };
    for (const other of strangers(tenant)) expect(await refusal(cycles(other, id))).toMatchObject(notFound);
    expect(await refusal(cycles(tenant, 'subs_unknown'))).toMatchObject(notFound);
  });
});

describe('what comes next of a subscription', () => {
  it('is its price less coupons, and what was used, with the plan that waits for it', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const coupons = [
      {
        code: 'DEZ',
        discountKind: 'DISCOUNT_KIND_PERCENTAGE' as const,
        discount: 1_000,
        duration: 'COUPON_DURATION_FOREVER' as const,
      },
    ];
    const id = await subs.start(tenant, { ...weekly, coupons, quantity: 2 });
    const [api, sms] = [subs.billing.product(10), subs.billing.product(7)];
    await use(tenant, id, api.id, 5);
    await use(tenant, id, sms.id, 3);
    const plain = {
      number: 1,
      installmentNumber: 2,
      dueAt: later(startedAt, 7),
      productId: 'prod_1',
      quantity: 2,
      unitPriceCents: 4_990,
      baseCents: 9_980,
      discountCents: 998,
      usageCents: 71,
      amountCents: 9_053,
      cycle: 'WEEKLY',
      coupons: ['DEZ'],
      planChangeId: undefined,
    };
    const answered = await upcoming(tenant, id);
    expect(answered).toMatchObject({ next: plain, open: undefined, nextRetryAt: undefined });
    expect(new Map(answered.next?.usage.map(({ productId, ...used }) => [productId, used]))).toEqual(
      new Map([
        [api.id, { units: 5, amountCents: 50 }],
        [sms.id, { units: 3, amountCents: 21 }],
      ]),
    );
    const plan = subs.billing.product(1_000, 'BILLING_CYCLE_MONTHLY');
    const { change: waiting } = await change(tenant, id, plan.id);
    const { next } = await upcoming(tenant, id);
    expect(next).toMatchObject({
      ...plain,
      productId: plan.id,
      unitPriceCents: 1_000,
      baseCents: 2_000,
      discountCents: 200,
      amountCents: 1_871,
      cycle: 'MONTHLY',
      planChangeId: waiting?.id,
    });
    await subs.runTo(next!.dueAt!);
    const [paid] = subs.billing.payments.filter(({ subscriptionId }) => subscriptionId === id);
    expect(paid).toMatchObject({ amountCents: next!.amountCents, dueAt: next!.dueAt });
  });

  it('is the cycle after the open one while that is retried, which is shown beside it', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    subs.billing.behave = () => 'DECLINE';
    await subs.runTo(later(startedAt, 8));
    expect(await upcoming(tenant, id)).toMatchObject({
      next: { number: 2, dueAt: later(startedAt, 14), amountCents: 4_990 },
      open: { number: 1, attempts: [{ reason: '51' }] },
      nextRetryAt: later(startedAt, 9),
    });
  });

  it('is nothing while a pause has no end', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    await subs.client.pauseSubscription({ tenant, id }, call());
    expect(await upcoming(tenant, id)).toMatchObject({ next: undefined, open: undefined, nextRetryAt: undefined });
  });

  it('is not found of one that has ended, or by another store or environment', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    const inactive = { kind: 'NOT_FOUND', message: 'Subscription not found or not active' };
    for (const other of strangers(tenant)) expect(await refusal(upcoming(other, id))).toMatchObject(inactive);
    await subs.client.cancelSubscription({ tenant, id }, call());
    expect(await refusal(upcoming(tenant, id))).toMatchObject(inactive);
  });
});

describe('a change of plan that is pending', () => {
  const get = (tenant: Tenant, id: string) => subs.client.getSubscription({ tenant, id }, call());
  const takeBack = (tenant: Tenant, id: string, key?: string) =>
    subs.client.cancelPlanChange({ tenant, id }, call(key));

  it('is answered with the subscription, and can be taken back before its cycle falls due', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    expect((await get(tenant, id)).pendingPlanChange).toBeUndefined();
    const { change: pending } = await change(tenant, id, subs.billing.product(1_000, 'BILLING_CYCLE_WEEKLY').id);
    expect((await get(tenant, id)).pendingPlanChange).toEqual(pending);
    const first = await takeBack(tenant, id, 'k');
    expect(first.change).toEqual({ ...pending, status: 'PLAN_CHANGE_STATUS_CANCELLED', updatedAt: subs.clock.real() });
    expect(await takeBack(tenant, id, 'k')).toEqual(first);
    expect(await refusal(takeBack(tenant, id))).toMatchObject({
      kind: 'NOT_FOUND',
      reason: 'PLAN_CHANGE_NOT_FOUND',
      message: 'No plan change is pending',
    });
    expect((await get(tenant, id)).pendingPlanChange).toBeUndefined();
    const told = await factsOfType(subs.db, id, 'subscription.updated');
    expect(told.map(({ changes }) => changes)).toEqual([['SUBSCRIPTION_CHANGE_PLAN_CHANGE_CANCELLED']]);
    await subs.runTo(later(startedAt, 7));
    expect(subs.billing.payments.at(-1)).toMatchObject({ subscriptionId: id, amountCents: 4_990 });
  });

  it('stays when a cycle has fallen due under it, though that waits for an unpaid one', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, { ...weekly, retryEveryDays: 10 });
    subs.billing.behave = () => 'DECLINE';
    await subs.runTo(later(startedAt, 8));
    await change(tenant, id, subs.billing.product(1_000, 'BILLING_CYCLE_WEEKLY').id);
    await subs.runTo(later(startedAt, 15));
    expect((await get(tenant, id)).pendingPlanChange).toBeUndefined();
    expect((await refusal(takeBack(tenant, id))).reason).toBe('PLAN_CHANGE_NOT_FOUND');
    subs.billing.behave = () => 'PAY';
    await subs.runTo(later(startedAt, 18));
    const paid = subs.billing.payments.filter(({ subscriptionId }) => subscriptionId === id);
    expect(paid.map(({ amountCents }) => amountCents)).toEqual([4_990, 1_000]);
  });

  it('is not found by another store, the other environment or of one that has ended', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    await change(tenant, id, subs.billing.product(1_000, 'BILLING_CYCLE_WEEKLY').id);
    const inactive = { message: 'Subscription not found or not active' };
    for (const other of strangers(tenant)) expect(await refusal(takeBack(other, id))).toMatchObject(inactive);
    await subs.client.cancelSubscription({ tenant, id }, call());
    expect(await refusal(takeBack(tenant, id))).toMatchObject(inactive);
    expect((await get(tenant, id)).pendingPlanChange).toBeUndefined();
  });
});
