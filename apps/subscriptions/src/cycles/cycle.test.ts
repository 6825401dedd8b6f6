import { cents, zeroCents } from '@pitanga/core';
import fc from 'fast-check';
import type { PlanChange } from '../plan-changes/plan-change';
import { revenueChange, revenueShare } from '../revenue/revenue';
import { discountOn, type AgreedCoupon } from '../coupons/agreed-coupon';
import { startSubscription, type Subscription } from '../subscriptions/subscription';
import { failedSubscription, paidSubscription } from './attempt-outcome';
import { attemptId, beginAttempt, beginCycle, nextAttemptAt } from './cycle';
import { cycles } from '../calendar/schedule';
import { effectivePolicy } from '../subscriptions/retry-policy';

const noon = new Date('2027-01-31T15:00:00.000Z');
const charged = { isCharged: true, carriedOutCents: zeroCents };
const percent = (discount: number): AgreedCoupon => ({ code: 'P', kind: 'PERCENTAGE', discount });
const fixed = (discount: number): AgreedCoupon => ({ code: 'F', kind: 'FIXED', discount });

function aSubscription(changes: Partial<Parameters<typeof startSubscription>[0]> = {}): Subscription {
  return startSubscription({
    id: 'subs_1',
    checkoutId: 'bill_1',
    customerId: 'cust_1',
    externalId: undefined,
    productId: 'prod_1',
    quantity: 2,
    unitPriceCents: cents(5_000),
    cycle: 'MONTHLY',
    agreedCoupons: [],
    method: 'CARD',
    retryPolicy: { maxRetry: 3, retryEveryDays: 2 },
    trialDays: undefined,
    leadDays: 0,
    metadataJson: '{}',
    startedAt: noon,
    ...changes,
  });
}

function aChange(changes: Partial<PlanChange>): PlanChange {
  const at = { requestedAt: noon, updatedAt: noon };
  const plan = { productId: 'prod_2', quantity: 1, unitPriceCents: cents(20_000), cycle: 'MONTHLY' } as const;
  return { id: 'subu_1', subscriptionId: 'subs_1', status: 'PENDING', ...plan, ...at, ...changes };
}

const planned = (subscription: Subscription, ...plans: PlanChange[]) => ({ subscription, plans });

describe('what coupons take off a cycle', () => {
  test.each([
    ['nothing without coupons', 10_000, [], 0],
    ['a percentage of the amount, half a centavo as one', 150, [percent(100)], 2],
    ['the second percentage from what the first left', 10_000, [percent(1_000), percent(1_000)], 1_900],
    ['percentages before fixed amounts, whatever their order', 10_000, [fixed(500), percent(1_000)], 1_500],
    ['no more than there is', 1_000, [percent(5_000), fixed(2_500)], 1_000],
    ['everything at 100%', 12_345, [percent(10_000), fixed(100)], 12_345],
  ])('%s', (_name, amount, coupons, expected) => {
    expect(discountOn(cents(amount), coupons)).toBe(expected);
  });
});

describe('the start of a subscription', () => {
  it('falls due one cycle later when it was paid, counted from the start', () => {
    const subscription = aSubscription();
    expect(subscription).toMatchObject({ cycleNumber: 1, anchorCycle: 0, isRecurring: true, amountCents: 10_000 });
    expect(subscription.nextChargeAt?.toISOString()).toBe('2027-02-28T15:00:00.000Z');
    expect(paidSubscription(subscription, charged, noon).nextChargeAt?.toISOString()).toBe('2027-03-31T15:00:00.000Z');
  });

  it('falls due at the end of a trial, at the time of day it began, and one cycle after that end', () => {
    const trial = aSubscription({ trialDays: 7, startedAt: new Date('2027-01-24T15:00:00.000Z') });
    expect(trial).toMatchObject({ cycleNumber: 1, anchorCycle: 1, isRecurring: false });
    expect(trial.nextChargeAt).toEqual(trial.trialEndsAt);
    expect(trial.nextChargeAt?.toISOString()).toBe('2027-01-31T15:00:00.000Z');
    expect(paidSubscription(trial, charged, noon).nextChargeAt?.toISOString()).toBe('2027-02-28T15:00:00.000Z');
  });

  it.each([
    ['in the evening, though it is the next day in UTC', '2026-11-21T02:30:00.000Z', 7, '2026-11-28T02:30:00.000Z'],
    ['over the start of summer time, as it was', '2018-10-31T15:00:00.000Z', 10, '2018-11-10T14:00:00.000Z'],
    ['of the most days', '2027-12-01T15:00:00.000Z', 90, '2028-02-29T15:00:00.000Z'],
  ])('ends a trial at the local time of day it began: %s', (_what, startedAt, trialDays, expected) => {
    const { trialEndsAt } = aSubscription({ trialDays, startedAt: new Date(startedAt) });
    expect(trialEndsAt?.toISOString()).toBe(expected);
  });
});

describe('the first attempt of a cycle', () => {
  it('fixes price, discount and usage; coupons take nothing off usage', () => {
    const { cycle } = beginCycle(planned(aSubscription({ agreedCoupons: [fixed(50_000)] })), cents(700), noon);
    expect(cycle).toMatchObject({ number: 1, discountCents: 10_000, usageCents: 700, amountCents: 700 });
  });

  it('applies a plan of the same cycle and keeps the anchor', () => {
    const { subscription, cycle } = beginCycle(planned(aSubscription(), aChange({})), zeroCents, noon);
    expect(cycle).toMatchObject({ productId: 'prod_2', quantity: 1, unitPriceCents: 20_000, amountCents: 20_000 });
    expect(subscription).toMatchObject({ amountCents: 20_000, anchorAt: noon, anchorCycle: 0 });
  });

  it('makes its due instant the anchor of a plan of another cycle', () => {
    const waiting = aSubscription();
    const { subscription } = beginCycle(planned(waiting, aChange({ cycle: 'ANNUALLY' })), zeroCents, noon);
    expect(subscription).toMatchObject({ cycle: 'ANNUALLY', anchorAt: waiting.nextChargeAt, anchorCycle: 1 });
    expect(paidSubscription(subscription, charged, noon).nextChargeAt?.toISOString()).toBe('2028-02-28T15:00:00.000Z');
  });

  it('has the id that billing knows a repeat by', () => {
    expect(attemptId(beginAttempt(aSubscription(), noon).attempt)).toBe('subs_1:1:1');
  });
});

describe('a cycle that fell due while the one before was unpaid', () => {
  const weekly = aSubscription({ cycle: 'WEEKLY' });
  const late = new Date('2027-03-02T10:00:00.000Z');

  it.each([
    ['is charged a day after a charge', true, '2027-03-03T10:00:00.000Z'],
    ['is charged at once after one that cost nothing', false, '2027-02-14T15:00:00.000Z'],
  ])('%s', (_name, isCharged, expected) => {
    const { nextChargeAt, cycleNumber } = paidSubscription(weekly, { ...charged, isCharged }, late);
    expect([nextChargeAt?.toISOString(), cycleNumber]).toEqual([expected, 2]);
  });

  it('leaves those that have yet to fall due at their instants', () => {
    let subscription = weekly;
    let at = late;
    const days: (string | undefined)[] = [];
    for (let cycle = 0; cycle < 5; cycle += 1) {
      subscription = paidSubscription(subscription, charged, at);
      at = subscription.nextChargeAt ?? at;
      days.push(at.toISOString().slice(0, 13));
    }
    expect(days).toEqual(['2027-03-03T10', '2027-03-04T10', '2027-03-05T10', '2027-03-07T15', '2027-03-14T15']);
  });
});

describe('the retries of a cycle', () => {
  const due = new Date('2027-02-28T15:00:00.000Z');
  const failed = (subscription: Subscription, startedAt: Date) => {
    const begun = beginAttempt(subscription, startedAt);
    const outcome = { kind: 'FAILED', reason: '51', isIrreversible: false, payment: undefined } as const;
    return failedSubscription(begun.subscription, begun.attempt, outcome, startedAt);
  };

  it('are counted from when each attempt should have been, as often as the policy says', () => {
    let { subscription, nextAttempt } = failed(aSubscription(), due);
    const days: (string | undefined)[] = [];
    while (nextAttempt) {
      days.push(nextAttempt.toISOString());
      ({ subscription, nextAttempt } = failed(subscription, new Date(nextAttempt.getTime() + 60_000)));
    }
    expect(days).toEqual(['2027-03-02T15:00:00.000Z', '2027-03-04T15:00:00.000Z', '2027-03-06T15:00:00.000Z']);
    expect(subscription.attempts).toBe(4);
  });

  it('are counted from now when an attempt came more than a day late', () => {
    const late = new Date('2027-03-20T10:00:00.000Z');
    expect(failed(aSubscription(), late).nextAttempt?.toISOString()).toBe('2027-03-22T10:00:00.000Z');
  });

  test.each([
    [
      { maxRetry: 3, retryEveryDays: 1 },
      { maxRetry: 3, retryEveryDays: 1 },
    ],
    [
      { maxRetry: 10, retryEveryDays: 1 },
      { maxRetry: 3, retryEveryDays: 1 },
    ],
    [
      { maxRetry: 3, retryEveryDays: 3 },
      { maxRetry: 2, retryEveryDays: 3 },
    ],
    [
      { maxRetry: 3, retryEveryDays: 30 },
      { maxRetry: 1, retryEveryDays: 7 },
    ],
  ])('of a Pix subscription with %o are at most three within seven days', (retryPolicy, expected) => {
    expect(effectivePolicy({ method: 'PIX', retryPolicy })).toEqual(expected);
    expect(effectivePolicy({ method: 'CARD', retryPolicy })).toEqual(retryPolicy);
  });

  it('of a Pix subscription end with the seventh day after its first attempt', () => {
    const policy = { method: 'PIX', retryPolicy: { maxRetry: 3, retryEveryDays: 2 } } as const;
    const begun = beginAttempt(aSubscription(policy), due);
    const late = { ...begun.attempt, number: 2, startedAt: new Date('2027-03-06T15:00:00.000Z') };
    expect(nextAttemptAt(begun.subscription, late, late.startedAt)).toBeUndefined();
  });
});

describe('recurring revenue', () => {
  it('is exact in twelfths of a centavo for every cycle', () => {
    const shares = cycles.map((cycle) =>
      revenueShare(aSubscription({ cycle, quantity: 1, unitPriceCents: cents(101) })),
    );
    expect(shares.map(({ mrrTwelfths }) => mrrTwelfths)).toEqual([5_252, 1_212, 404, 202, 101]);
  });

  it('has nothing of a trial before its first charge begins, which is active all the same', () => {
    const trial = aSubscription({ trialDays: 7 });
    expect(revenueShare(trial)).toEqual({ mrrTwelfths: 0, activeSubscriptions: 1 });
    const { subscription } = beginCycle(planned(trial), zeroCents, noon);
    expect(revenueChange(trial, subscription)).toEqual({ mrrTwelfths: 120_000, activeSubscriptions: 0 });
  });

  it('is less coupons and never negative', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 10_000 }), (price, discount) => {
        const share = revenueShare(aSubscription({ unitPriceCents: cents(price), agreedCoupons: [percent(discount)] }));
        expect(share.mrrTwelfths).toBeGreaterThanOrEqual(0);
        expect(share.mrrTwelfths).toBeLessThanOrEqual(price * 2 * 12);
      }),
    );
  });
});
