import { cents, everyTenant, type Tenant } from '@pitanga/core';
import { aTenant } from '@pitanga/testing';
import { announceRenewals } from '../src/subscribing/announce-renewals';
import { aCoupon } from './billing-messages';
import { wholeRange } from './billing-stand-in';
import {
  call,
  dayMs,
  factsOfType,
  refusal,
  startSubscriptions,
  subscriptionCalls,
  typesOf,
  type Subscriptions,
} from './subscriptions-harness';

/** A card whose fee takes R$ 2,00 of each charge. */
const aboveFee = { ...wholeRange, minCents: cents(201) };
const weekly = { cycle: 'BILLING_CYCLE_WEEKLY', unitPriceCents: 150 } as const;

let subs: Subscriptions;
beforeAll(async () => (subs = await startSubscriptions()));
afterAll(() => subs.stop());
beforeEach(() => {
  subs.billing.behave = () => 'PAY';
  subs.billing.range = aboveFee;
});
afterEach(() => subs.finishTest());

const { payments, revenue } = subscriptionCalls(() => subs);
const amounts = (id: string) => payments(id).map(({ amountCents }) => amountCents);
const renew = async (tenant: Tenant, id: string, times = 1): Promise<void> => {
  for (let time = 0; time < times; time += 1) await subs.runTo((await subs.get(tenant, id)).nextChargeAt!);
};
const cyclesOf = async (tenant: Tenant, id: string) =>
  (await subs.client.listCycles({ tenant, id, page: { limit: 20 } }, call())).cycles.toReversed();
const upcoming = (tenant: Tenant, id: string) => subs.client.getUpcoming({ tenant, id }, call());
const use = (tenant: Tenant, id: string, product: string, units: number) =>
  subs.client.recordUsage({ tenant, id, product, units, action: 'USAGE_ACTION_ADD' }, call());

describe('a cycle of less than can be collected', () => {
  it('waits for the next one: no failure, no revenue of its own, and the sum is charged once', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    await renew(tenant, id, 4);
    expect(amounts(id)).toEqual([0, 300, 0, 300]);
    const types = ['started', ...Array.from({ length: 4 }, () => 'renewed')];
    expect(await typesOf(subs.db, id)).toEqual(types);
    expect(await subs.get(tenant, id)).toMatchObject({ status: 'ACTIVE', carriedCents: 0, attempts: 0 });
    expect(await revenue(tenant)).toMatchObject({ mrrCents: 650 });
    expect(await cyclesOf(tenant, id)).toMatchObject([
      { amountCents: 0, carriedInCents: 0, carriedOutCents: 150, status: 'SUBSCRIPTION_CYCLE_STATUS_PAID' },
      { amountCents: 300, carriedInCents: 150, carriedOutCents: 0 },
      { amountCents: 0, carriedInCents: 0, carriedOutCents: 150 },
      { amountCents: 300, carriedInCents: 150, carriedOutCents: 0 },
    ]);
    expect(await factsOfType(subs.db, id, 'cycle.closed')).toMatchObject([
      { carriedOutCents: 150, postponedUsageCents: 0 },
      { carriedOutCents: 0 },
      { carriedOutCents: 150 },
      { carriedOutCents: 0 },
    ]);
  });

  it('is shown before it falls due, like the cycle that will collect it', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    expect((await upcoming(tenant, id)).next).toMatchObject({
      amountCents: 0,
      carriedInCents: 0,
      carriedOutCents: 150,
    });
    await renew(tenant, id);
    expect((await upcoming(tenant, id)).next).toMatchObject({
      amountCents: 300,
      baseCents: 150,
      carriedInCents: 150,
      carriedOutCents: 0,
    });
  });

  it('is announced only where it is collected, with the sum', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { cycle: 'BILLING_CYCLE_MONTHLY', unitPriceCents: 150 });
    for (let cycle = 0; cycle < 2; cycle += 1) {
      const { nextChargeAt } = await subs.get(tenant, id);
      await subs.runTo(new Date(nextChargeAt!.getTime() - dayMs));
      await announceRenewals(subs.deps, everyTenant);
      await renew(tenant, id);
    }
    const told = await factsOfType(subs.db, id, 'subscription.renewal_upcoming');
    expect(told).toMatchObject([{ cycleNumber: 2, amountCents: 300 }]);
  });

  it('leaves its usage by product, which can still be taken back', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    const { id: api } = subs.billing.product(10);
    await use(tenant, id, api, 5);
    expect((await upcoming(tenant, id)).next).toMatchObject({ usageCents: 50, amountCents: 0, carriedOutCents: 200 });
    await renew(tenant, id);
    const [carried] = await cyclesOf(tenant, id);
    expect(carried).toMatchObject({ usageCents: 0, amountCents: 0, carriedOutCents: 150 });
    await subs.client.recordUsage({ tenant, id, product: api, units: 2, action: 'USAGE_ACTION_SUBTRACT' }, call());
    await renew(tenant, id);
    expect(payments(id).at(-1)).toMatchObject({ amountCents: 330, usageCents: 30, carriedCents: 150 });
  });

  it('is collected by itself once the operator lowers the fee, and retried for the sum after a failure', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    await renew(tenant, id);
    subs.billing.range = wholeRange;
    subs.billing.behave = ({ subscriptionId }) => (subscriptionId === id ? 'DECLINE' : 'PAY');
    await renew(tenant, id);
    expect(await factsOfType(subs.db, id, 'subscription.payment_failed')).toMatchObject([{ amountCents: 300 }]);
    subs.billing.behave = () => 'LOSE_PAYMENT';
    await renew(tenant, id);
    await subs.runTo(new Date(subs.clock.real().getTime() + 120_000));
    expect(amounts(id)).toEqual([0, 300]);
    await renew(tenant, id);
    expect(amounts(id)).toEqual([0, 300, 150]);
  });

  it('is asked for again where the billing of the release before refuses it, and fails no attempt', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    subs.billing.range = wholeRange;
    subs.billing.behave = () => 'REFUSE';
    subs.billing.refusal = 'AMOUNT_BELOW_FEE';
    await renew(tenant, id);
    expect(await typesOf(subs.db, id)).toEqual(['started']);
    expect(await subs.get(tenant, id)).toMatchObject({ status: 'ACTIVE', step: 'CHARGE', attempts: 1 });
  });

  it('is added up over several, and to the price of a new plan', async () => {
    const tenant = aTenant();
    subs.billing.range = { ...wholeRange, minCents: cents(1_000) };
    const id = await subs.start(tenant, weekly);
    await renew(tenant, id, 3);
    expect((await subs.get(tenant, id)).carriedCents).toBe(450);
    const { id: product } = subs.billing.product(2_000, 'BILLING_CYCLE_WEEKLY');
    await subs.client.changePlan({ tenant, id, product, quantity: 1 }, call());
    await renew(tenant, id, 2);
    expect(amounts(id)).toEqual([0, 0, 0, 2_450, 2_000]);
  });

  it('is collected in parts where the sum would be more than the payer authorised', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { ...weekly, method: 'PAYMENT_METHOD_PIX' });
    await renew(tenant, id);
    subs.billing.range = { minCents: cents(100), carryMaxCents: cents(250) };
    expect((await upcoming(tenant, id)).next).toMatchObject({
      amountCents: 250,
      carriedInCents: 150,
      carriedOutCents: 50,
    });
    await renew(tenant, id, 2);
    expect(amounts(id)).toEqual([0, 250, 200]);
    expect(await cyclesOf(tenant, id)).toMatchObject([
      { amountCents: 0 },
      { amountCents: 250, carriedInCents: 150, carriedOutCents: 50 },
      { amountCents: 200, carriedInCents: 50, carriedOutCents: 0 },
    ]);
  });

  it('does not fail for a card that must not be sent again', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { ...weekly, unitPriceCents: 300 });
    subs.billing.behave = () => 'DECLINE_FOR_EVER';
    await renew(tenant, id);
    await subs.client.pauseSubscription({ tenant, id }, call());
    await subs.client.resumeSubscription({ tenant, id }, call());
    subs.billing.range = { ...wholeRange, minCents: cents(301) };
    await renew(tenant, id);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'payment_failed', 'updated', 'updated', 'renewed']);
    await renew(tenant, id);
    expect((await typesOf(subs.db, id)).at(-1)).toBe('payment_failed');
  });
});

describe('what a cycle has left', () => {
  it('is waived when the subscription is cancelled', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    await renew(tenant, id);
    await subs.client.cancelSubscription({ tenant, id }, call());
    await subs.runTo(new Date(subs.clock.real().getTime() + 60 * dayMs));
    expect(amounts(id)).toEqual([0]);
  });

  it('waits through a pause, whose cycles cost nothing, and through the one that it gives up', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    await renew(tenant, id);
    subs.billing.behave = ({ subscriptionId }) => (subscriptionId === id ? 'DECLINE' : 'PAY');
    await renew(tenant, id);
    await subs.client.pauseSubscription({ tenant, id }, call());
    subs.billing.behave = () => 'PAY';
    await subs.runTo(new Date(subs.clock.real().getTime() + 15 * dayMs));
    await subs.client.resumeSubscription({ tenant, id }, call());
    await renew(tenant, id);
    expect(amounts(id)).toEqual([0, 300]);
    expect(
      (await cyclesOf(tenant, id)).map(({ status, carriedInCents }) => [status.slice(26), carriedInCents]),
    ).toEqual([
      ['PAID', 0],
      ['UNPAID', 150],
      ['SKIPPED', 0],
      ['SKIPPED', 0],
      ['PAID', 150],
    ]);
  });

  it('is charged at the end of the period with the last usage where that is enough, else waived', async () => {
    const tenant = aTenant();
    const [enough, little] = [await subs.start(tenant, weekly), await subs.start(tenant, weekly)];
    const { id: api } = subs.billing.product(10);
    await subs.runTo((await subs.get(tenant, enough)).nextChargeAt!);
    await use(tenant, enough, api, 6);
    await use(tenant, little, api, 2);
    for (const id of [enough, little]) await subs.client.cancelSubscription({ tenant, id, atPeriodEnd: true }, call());
    expect((await upcoming(tenant, enough)).next).toMatchObject({ amountCents: 210, carriedInCents: 150 });
    expect((await upcoming(tenant, little)).next).toBeUndefined();
    await subs.runTo(new Date(subs.clock.real().getTime() + 30 * dayMs));
    expect([amounts(enough), amounts(little)]).toEqual([
      [0, 210],
      [0, 0],
    ]);
    expect((await typesOf(subs.db, little)).slice(-2)).toEqual(['updated', 'cancelled']);
    expect(await subs.get(tenant, little)).toMatchObject({ status: 'CANCELLED', cancelledDueTo: undefined });
  });
});

it('is found by its price after coupons before an operator raises a fee', async () => {
  const tenant = aTenant();
  const [small, , pix, ended] = [
    await subs.start(tenant, weekly),
    await subs.start(tenant, { ...weekly, unitPriceCents: 300 }),
    await subs.start(tenant, { ...weekly, method: 'PAYMENT_METHOD_PIX' }),
    await subs.start(tenant, weekly),
  ];
  await subs.client.cancelSubscription({ tenant, id: ended }, call());
  const range = { fromCents: 100, belowCents: 300 };
  const find = (...methods: ('PAYMENT_METHOD_CARD' | 'PAYMENT_METHOD_PIX')[]) =>
    subs.client.listSubscriptionsByAmount({ tenant, ranges: methods.map((method) => ({ method, ...range })) }, call());
  const method = 'PAYMENT_METHOD_CARD';
  expect(await find(method)).toEqual({ subscriptions: [{ id: small, method, amountCents: 150 }], total: 1 });
  const both = (await find(method, 'PAYMENT_METHOD_PIX')).subscriptions.map(({ id }) => id);
  expect(new Set(both)).toEqual(new Set([small, pix]));
  expect(await find()).toEqual({ subscriptions: [], total: 0 });
});

describe('a change after which a cycle could not be collected by itself', () => {
  const refused = {
    kind: 'INVALID_ARGUMENT',
    reason: 'PLAN_AMOUNT_OUT_OF_RANGE',
    message: expect.stringContaining('2,01'),
  };
  const fixed = (code: string, discount: number) =>
    ({ code, discountKind: 'DISCOUNT_KIND_FIXED', discount, duration: 'COUPON_DURATION_FOREVER' }) as const;

  it('is refused: a coupon, one that is taken off, and a plan; all of the price may be discounted', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, {
      unitPriceCents: 1_000,
      coupons: [fixed('MENOS900', 900), fixed('MENOS50', 50)],
    });
    for (const { code, discount } of [fixed('MENOS10', 10), fixed('MENOS50X', 50)]) {
      subs.billing.coupons.set(code.toLowerCase(), aCoupon(code, 'DISCOUNT_KIND_FIXED', discount));
    }
    const apply = (coupon: string) => subs.client.applyCoupon({ tenant, id, coupon }, call());
    expect(await refusal(apply('MENOS10'))).toMatchObject(refused);
    expect(subs.billing.redeemed).toEqual([]);
    await apply('MENOS50X');
    expect(await refusal(subs.client.removeCoupon({ tenant, id, coupon: 'MENOS50X' }, call()))).toMatchObject(refused);
    const small = subs.billing.product(1_150, 'BILLING_CYCLE_MONTHLY').id;
    expect(await refusal(subs.client.changePlan({ tenant, id, product: small }, call()))).toMatchObject(refused);
    const enough = subs.billing.product(1_201, 'BILLING_CYCLE_MONTHLY').id;
    await subs.client.changePlan({ tenant, id, product: enough }, call());
  });
});
