import { cents } from '@pitanga/core';
import { dueAction, isDue, skipDue } from '../cycles/due-action';
import {
  cancelled,
  cancelling,
  ending,
  hasRunOut,
  isEnding,
  isPastDue,
  isRunning,
  nextActionAt,
  startSubscription,
  type Subscription,
} from './subscription';

const start = new Date('2027-01-31T15:00:00.000Z');
const day = (days: number): Date => new Date(start.getTime() + days * 86_400_000);

function aSubscription(changes: Partial<Subscription> = {}): Subscription {
  const started = startSubscription({
    id: 'subs_1',
    checkoutId: 'bill_1',
    customerId: 'cust_1',
    externalId: undefined,
    productId: 'prod_1',
    quantity: 1,
    unitPriceCents: cents(5_000),
    cycle: 'MONTHLY',
    agreedCoupons: [],
    method: 'CARD',
    retryPolicy: { maxRetry: 3, retryEveryDays: 2 },
    trialDays: undefined,
    leadDays: 0,
    metadataJson: '{}',
    startedAt: start,
  });
  return { ...started, nextChargeAt: day(28), ...changes };
}

describe('the first thing that falls due', () => {
  test.each<[string, Partial<Subscription>, ReturnType<typeof dueAction>, Date]>([
    ['is the charge', {}, 'CHARGE', day(28)],
    ['is the end, when it comes before the charge', { endsAt: day(20) }, 'END', day(20)],
    ['is the end, when it comes with the charge', { endsAt: day(28) }, 'END', day(28)],
    ['is the charge, when the end comes later', { endsAt: day(29) }, 'CHARGE', day(28)],
    ['is a skipped cycle during a pause', { pausedAt: start }, 'SKIP', day(28)],
    ['is the end of a pause', { pausedAt: start, resumesAt: day(10) }, 'RESUME', day(10)],
    [
      'is the end of a pause, when a cycle falls due with it',
      { pausedAt: start, resumesAt: day(28) },
      'RESUME',
      day(28),
    ],
    ['is a skipped cycle, when the pause ends later', { pausedAt: start, resumesAt: day(40) }, 'SKIP', day(28)],
    ['is the end, also during a pause', { pausedAt: start, resumesAt: day(10), endsAt: day(10) }, 'END', day(10)],
  ])('%s', (_name, changes, action, at) => {
    const subscription = aSubscription(changes);
    expect([dueAction(subscription), nextActionAt(subscription)]).toEqual([action, at]);
    expect(isDue(subscription, at)).toBe(true);
    expect(isDue(subscription, new Date(at.getTime() - 1))).toBe(false);
  });

  test('is nothing of a subscription that is over', () => {
    const over = cancelled(aSubscription(), undefined, day(1));
    expect(nextActionAt(over)).toBeUndefined();
    expect(isDue(over, day(400))).toBe(false);
    expect(() => dueAction(over)).toThrow('subscription subs_1 has nothing to wait for');
  });

  test('skips each cycle that falls due until the instant, without an attempt', () => {
    const { skipped, subscription } = skipDue({ subscription: aSubscription(), plans: [] }, day(60), day(61));
    expect(skipped.map(({ number }) => number)).toEqual([1, 2]);
    expect([subscription.cycleNumber, subscription.attempts]).toEqual([3, 0]);
  });
});

describe('what a subscription is', () => {
  test.each<[Partial<Subscription>, { running: boolean; pastDue: boolean; ending: boolean }]>([
    [{}, { running: true, pastDue: false, ending: false }],
    [
      { step: 'CHARGE', attempts: 1 },
      { running: true, pastDue: false, ending: false },
    ],
    [
      { step: 'CHARGE', attempts: 2 },
      { running: true, pastDue: true, ending: false },
    ],
    [
      { step: 'WAIT', attempts: 1 },
      { running: true, pastDue: true, ending: false },
    ],
    [{ step: 'CANCEL' }, { running: false, pastDue: false, ending: false }],
    [{ cancelPolicy: 'AT_PERIOD_END' }, { running: true, pastDue: false, ending: true }],
    [{ cancelPolicy: 'NOW' }, { running: true, pastDue: false, ending: false }],
    [
      { status: 'CANCELLED', attempts: 2 },
      { running: false, pastDue: false, ending: false },
    ],
    [
      { status: 'CANCELLED', cancelPolicy: 'AT_PERIOD_END' },
      { running: false, pastDue: false, ending: false },
    ],
  ])('%j', (changes, expected) => {
    const subscription = aSubscription(changes);
    const is = { running: isRunning(subscription), pastDue: isPastDue(subscription), ending: isEnding(subscription) };
    expect(is).toEqual(expected);
  });

  test('it has run out from its end on, and while its last usage is collected', () => {
    const limited = aSubscription({ endsAt: day(10) });
    expect([day(9), day(10), day(11)].map((at) => hasRunOut(limited, at))).toEqual([false, true, true]);
    expect(hasRunOut(aSubscription(), day(400))).toBe(false);
    expect(hasRunOut(ending(limited), day(1))).toBe(true);
    expect(ending(limited)).toMatchObject({ endsAt: undefined, cancelPolicy: 'AT_PERIOD_END' });
  });

  test.each<[string, Subscription, string | undefined, string]>([
    ['at once', aSubscription(), undefined, 'NOW'],
    ['before its end', aSubscription({ endsAt: day(10) }), undefined, 'NOW'],
    ['at its end', aSubscription({ endsAt: day(5) }), undefined, 'AT_PERIOD_END'],
    ['at its end, by unpaid retries', aSubscription({ endsAt: day(5) }), 'max_payment_retries_exceeded', 'NOW'],
  ])('cancelled %s it charges no more and counts no more', (_name, subscription, dueTo, cancelPolicy) => {
    const paused = { ...subscription, pausedAt: start, resumesAt: day(3) };
    expect(cancelled(paused, dueTo, day(5))).toEqual({
      ...subscription,
      status: 'CANCELLED',
      step: 'END',
      nextChargeAt: undefined,
      isRecurring: false,
      pausedAt: undefined,
      resumesAt: undefined,
      endsAt: undefined,
      canceledAt: day(5),
      cancelPolicy,
      cancelledDueTo: dueTo,
      updatedAt: day(5),
    });
    expect(cancelling(subscription, dueTo)).toEqual({ ...subscription, step: 'CANCEL', cancelledDueTo: dueTo });
  });
});
