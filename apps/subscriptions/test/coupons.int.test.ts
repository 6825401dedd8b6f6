import type { Coupon } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { findRecurringRevenue } from '../src/revenue/revenue-repository';
import { aCoupon } from './billing-messages';
import { call, factsOfType, later, refusal, startSubscriptions, subscriptionCalls } from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
beforeEach(() => {
  subs.billing.behave = () => 'PAY';
  subs.billing.beforeAnswer = () => Promise.resolve();
});
afterEach(() => subs.finishTest());

const { payments, pause, resume } = subscriptionCalls(() => subs);
const weekly = { cycle: 'BILLING_CYCLE_WEEKLY', unitPriceCents: 10_000, retryEveryDays: 10, maxRetry: 10 } as const;
const costsOf = (id: string) =>
  payments(id).map(({ amountCents, coupons }) => [amountCents, ...(coupons?.codes ?? [])]);
const redeemedOf = (id: string) =>
  subs.billing.redeemed.filter(({ subscriptionId }) => subscriptionId === id).map(({ code }) => code);
const apply = async (tenant: Tenant, id: string, coupon: string) =>
  (await subs.client.applyCoupon({ tenant, id, coupon }, call())).subscription;
const remove = async (tenant: Tenant, id: string, coupon: string) =>
  (await subs.client.removeCoupon({ tenant, id, coupon }, call())).subscription;
const upcoming = async (tenant: Tenant, id: string) => (await subs.client.getUpcoming({ tenant, id }, call())).next;

function offer(coupon: Coupon): string {
  subs.billing.coupons.set(coupon.code.toLowerCase(), coupon);
  return coupon.code;
}

const percent = (code: string, basisPoints: number) => offer(aCoupon(code, 'DISCOUNT_KIND_PERCENTAGE', basisPoints));
const fixed = (code: string, centavos: number) => offer(aCoupon(code, 'DISCOUNT_KIND_FIXED', centavos));

describe('a coupon of a running subscription', () => {
  it('counts from the next cycle on, percentages first, and no more once it is removed', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    expect((await apply(tenant, id, fixed('MENOS20', 2_000)))?.coupons).toEqual(['MENOS20']);
    expect((await apply(tenant, id, percent('Dez', 1_000).toUpperCase()))?.coupons).toEqual(['MENOS20', 'Dez']);
    expect(await upcoming(tenant, id)).toMatchObject({ amountCents: 7_000, coupons: ['MENOS20', 'Dez'] });
    expect((await findRecurringRevenue(subs.db, tenant)).mrrCents).toBe(Math.round((7_000 * 52) / 12));
    await subs.runTo(later(startedAt, 7));
    expect((await remove(tenant, id, 'menos20'))?.coupons).toEqual(['Dez']);
    expect((await findRecurringRevenue(subs.db, tenant)).mrrCents).toBe(Math.round((9_000 * 52) / 12));
    await subs.runTo(later(startedAt, 14));
    expect(costsOf(id)).toEqual([
      [7_000, 'MENOS20', 'Dez'],
      [9_000, 'Dez'],
    ]);
    const updates = await factsOfType(subs.db, id, 'subscription.updated');
    expect(updates.map(({ recurringCents, changes }) => [recurringCents, changes])).toEqual([
      [8_000, ['SUBSCRIPTION_CHANGE_COUPON_ADDED']],
      [7_000, ['SUBSCRIPTION_CHANGE_COUPON_ADDED']],
      [9_000, ['SUBSCRIPTION_CHANGE_COUPON_REMOVED']],
    ]);
  });

  it('leaves cycles that are due already as they were, whether it is added or removed', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    await apply(tenant, id, percent('DEZ', 1_000));
    subs.billing.behave = () => 'DECLINE';
    await subs.runTo(later(startedAt, 15));
    await remove(tenant, id, 'DEZ');
    await apply(tenant, id, fixed('MENOS20', 2_000));
    expect((await subs.get(tenant, id)).agreedCoupons).toHaveLength(2);
    subs.billing.behave = () => 'PAY';
    await subs.client.updateCard({ tenant, id, cardToken: 'ctok_new' }, call());
    await subs.runTo(later(startedAt, 21));
    expect(costsOf(id)).toEqual([
      [9_000, 'DEZ'],
      [9_000, 'DEZ'],
      [8_000, 'MENOS20'],
    ]);
    await apply(tenant, id, percent('CINCO', 500));
    expect((await subs.get(tenant, id)).agreedCoupons.map(({ code }) => code)).toEqual(['MENOS20', 'CINCO']);
  });

  it('that the subscription has is applied again without asking what can be collected', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    await apply(tenant, id, percent('DEZ', 1_000));
    subs.billing.rangesAsked.length = 0;
    expect((await apply(tenant, id, 'DEZ'))?.coupons).toEqual(['DEZ']);
    expect(subs.billing.rangesAsked).toEqual([]);
  });

  it('is redeemed once, however often it is applied, also at once and after it was removed', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    percent('DEZ', 1_000);
    await Promise.all(Array.from({ length: 10 }, () => apply(tenant, id, 'DEZ')));
    await remove(tenant, id, 'DEZ');
    await apply(tenant, id, 'dez');
    expect(redeemedOf(id)).toEqual(['DEZ']);
    expect((await subs.get(tenant, id)).agreedCoupons.map(({ code }) => code)).toEqual(['DEZ']);
  });

  it('is another one when it was deleted and made anew, and takes the place of the one before', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    const made = (version: string, discount: number) =>
      offer({ ...aCoupon('DEZ', 'DISCOUNT_KIND_PERCENTAGE', discount), id: `coup_${version}` });
    made('1', 1_000);
    await apply(tenant, id, 'DEZ');
    subs.billing.coupons.delete('dez');
    // Deleted, it stays agreed on.
    expect((await apply(tenant, id, 'DEZ'))?.coupons).toEqual(['DEZ']);
    made('2', 5_000);
    expect(await upcoming(tenant, id)).toMatchObject({ amountCents: 9_000 });
    await subs.runTo(later(startedAt, 7));
    expect((await apply(tenant, id, 'dez'))?.coupons).toEqual(['DEZ']);
    await apply(tenant, id, 'DEZ');
    await subs.runTo(later(startedAt, 14));
    expect(costsOf(id)).toEqual([
      [9_000, 'DEZ'],
      [5_000, 'DEZ'],
    ]);
    expect(redeemedOf(id)).toEqual(['DEZ', 'DEZ']);
    expect((await remove(tenant, id, 'DEZ'))?.coupons).toEqual([]);
  });

  it('is finished by a repeat when the answer of billing was lost', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    percent('DEZ', 1_000);
    subs.billing.beforeAnswer = () => Promise.reject(new Error('the process was killed'));
    await refusal(apply(tenant, id, 'DEZ'));
    expect((await subs.get(tenant, id)).agreedCoupons).toEqual([]);
    subs.billing.beforeAnswer = () => Promise.resolve();
    expect((await apply(tenant, id, 'DEZ'))?.coupons).toEqual(['DEZ']);
    expect(redeemedOf(id)).toEqual(['DEZ']);
  });

  it('may take all, but leaves nothing of 1 to 99 centavos, with the plan there is or one that waits', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    expect(await refusal(apply(tenant, id, fixed('MENOS9950', 9_950)))).toMatchObject({ kind: 'INVALID_ARGUMENT' });
    expect(redeemedOf(id)).toEqual([]);
    await apply(tenant, id, percent('TUDO', 10_000));
    await apply(tenant, id, 'MENOS9950');
    expect(await refusal(remove(tenant, id, 'TUDO'))).toMatchObject({ reason: 'PLAN_AMOUNT_OUT_OF_RANGE' });
    expect((await upcoming(tenant, id))?.amountCents).toBe(0);
    const other = await subs.start(tenant, { ...weekly, unitPriceCents: 20_000 });
    const product = subs.billing.product(10_000, 'BILLING_CYCLE_WEEKLY').id;
    await subs.client.changePlan({ tenant, id: other, product, quantity: 1 }, call());
    expect(await refusal(apply(tenant, other, 'MENOS9950'))).toMatchObject({ reason: 'PLAN_AMOUNT_OUT_OF_RANGE' });
  });

  it('is one of 50 at most', async () => {
    const tenant = aTenant();
    const coupons = Array.from({ length: 50 }, (_, number) => ({
      code: `C${String(number)}`,
      discountKind: 'DISCOUNT_KIND_FIXED' as const,
      discount: 100,
      duration: 'COUPON_DURATION_FOREVER' as const,
    }));
    const id = await subs.start(tenant, { ...weekly, coupons });
    expect(await refusal(apply(tenant, id, percent('DEZ', 1_000)))).toMatchObject({ kind: 'INVALID_ARGUMENT' });
    expect((await apply(tenant, id, 'c7'))?.coupons).toHaveLength(50);
    expect(redeemedOf(id)).toEqual([]);
  });

  it('is not found when nobody knows it, and neither is the subscription of others or one that has ended', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    percent('DEZ', 1_000);
    const unknown = { kind: 'NOT_FOUND', message: 'Cupom não encontrado.' };
    expect(await refusal(apply(tenant, id, 'NADA'))).toMatchObject(unknown);
    expect(await refusal(remove(tenant, id, 'DEZ'))).toMatchObject(unknown);
    const gone = { kind: 'NOT_FOUND', message: 'Subscription not found or not active' };
    for (const other of [aTenant(), { ...tenant, devMode: !tenant.devMode }]) {
      expect(await refusal(apply(other, id, 'DEZ'))).toMatchObject(gone);
      expect(await refusal(remove(other, id, 'DEZ'))).toMatchObject(gone);
    }
    await subs.client.cancelSubscription({ tenant, id }, call());
    expect(await refusal(apply(tenant, id, 'DEZ'))).toMatchObject(gone);
    expect(await refusal(remove(tenant, id, 'DEZ'))).toMatchObject(gone);
    expect(redeemedOf(id)).toEqual([]);
  });

  it('is kept through a pause and an end of the period that is taken back', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    await subs.client.pauseSubscription({ tenant, id, resumesAt: undefined }, call());
    await apply(tenant, id, percent('DEZ', 1_000));
    expect((await findRecurringRevenue(subs.db, tenant)).mrrCents).toBe(0);
    await subs.runTo(later(startedAt, 8));
    await subs.client.resumeSubscription({ tenant, id }, call());
    await subs.client.cancelSubscription({ tenant, id, atPeriodEnd: true }, call());
    await apply(tenant, id, fixed('MENOS20', 2_000));
    await subs.client.resumeSubscription({ tenant, id }, call());
    await subs.runTo(later(startedAt, 14));
    expect(costsOf(id)).toEqual([[7_000, 'DEZ', 'MENOS20']]);
  });
});

describe('a coupon with a duration', () => {
  const once = (code: string, centavos: number) => ({
    code,
    discountKind: 'DISCOUNT_KIND_FIXED' as const,
    discount: centavos,
    duration: 'COUPON_DURATION_ONCE' as const,
  });
  const repeating = (code: string, durationInCycles: number) =>
    offer({
      ...aCoupon(code, 'DISCOUNT_KIND_PERCENTAGE', 1_000),
      duration: 'COUPON_DURATION_REPEATING',
      durationInCycles,
    });
  const mrr = async (tenant: Tenant) => (await findRecurringRevenue(subs.db, tenant)).mrrCents;
  const monthly = (weeklyCents: number) => Math.round((weeklyCents * 52) / 12);

  it('ONCE is used up by the start that was paid: every cycle costs the whole price, and the record still names it', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, { ...weekly, coupons: [once('UMA', 2_000)] });
    expect(await mrr(tenant)).toBe(monthly(10_000));
    expect(await upcoming(tenant, id)).toMatchObject({ amountCents: 10_000, coupons: [] });
    await subs.runTo(later(startedAt, 7));
    expect(costsOf(id)).toEqual([[10_000]]);
    expect((await subs.client.getSubscription({ tenant, id }, call())).subscription?.coupons).toEqual(['UMA']);
  });

  it('ONCE after a trial takes off the first charge alone', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, { ...weekly, trialDays: 7, coupons: [once('UMA', 2_000)] });
    await subs.runTo(later(startedAt, 7));
    expect(await mrr(tenant)).toBe(monthly(10_000));
    await subs.runTo(later(startedAt, 14));
    expect(costsOf(id)).toEqual([[8_000, 'UMA'], [10_000]]);
  });

  it('REPEATING takes off as many cycles as it says, retries of a cycle counting once and those of a pause not at all', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    await apply(tenant, id, repeating('DUAS', 2));
    expect(await mrr(tenant)).toBe(monthly(9_000));
    subs.billing.behave = () => 'DECLINE';
    await subs.runTo(later(startedAt, 7));
    subs.billing.behave = () => 'PAY';
    await subs.client.updateCard({ tenant, id, cardToken: 'ctok_new' }, call());
    await subs.runTo(later(startedAt, 8));
    await pause(tenant, id);
    await subs.runTo(later(startedAt, 15));
    await resume(tenant, id);
    expect(await upcoming(tenant, id)).toMatchObject({ amountCents: 9_000, coupons: ['DUAS'] });
    await subs.runTo(later(startedAt, 21));
    expect(await mrr(tenant)).toBe(monthly(10_000));
    await subs.runTo(later(startedAt, 28));
    expect(costsOf(id)).toEqual([[9_000, 'DUAS'], [9_000, 'DUAS'], [10_000]]);
  });

  it('is not given again once it is used up, until it is taken off', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    const code = repeating('UMA', 1);
    await apply(tenant, id, code);
    await subs.runTo(later(startedAt, 7));
    expect((await apply(tenant, id, code))?.coupons).toEqual(['UMA']);
    expect(await upcoming(tenant, id)).toMatchObject({ amountCents: 10_000, coupons: [] });
    expect((await remove(tenant, id, code))?.coupons).toEqual([]);
    expect((await subs.get(tenant, id)).agreedCoupons).toEqual([]);
    expect(redeemedOf(id)).toEqual(['UMA']);
  });
});
