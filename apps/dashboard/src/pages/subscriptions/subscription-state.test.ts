import { monthlyAmount, subscriptionState } from './subscription-state';

const now = new Date('2026-11-24T12:00:00Z');
const active = { status: 'ACTIVE', pausedAt: null, pastDue: false, cancelAt: null, trialEndsAt: null } as const;
const later = '2026-12-01T00:00:00Z';
const before = '2026-11-01T00:00:00Z';

describe('the state of a subscription', () => {
  it.each([
    [active, 'ACTIVE'],
    [{ ...active, trialEndsAt: later }, 'TRIALING'],
    [{ ...active, trialEndsAt: before }, 'ACTIVE'],
    [{ ...active, cancelAt: later, trialEndsAt: later }, 'ENDING'],
    [{ ...active, cancelAt: later, pastDue: true }, 'PAST_DUE'],
    [{ ...active, pausedAt: before, pastDue: true }, 'PAUSED'],
    [{ ...active, status: 'CANCELLED' as const, pausedAt: before, pastDue: true }, 'CANCELLED'],
  ] as const)('of %j is %s', (subscription, state) => {
    expect(subscriptionState(subscription, now)).toBe(state);
  });
});

describe('the price a month', () => {
  const monthly = (cycle: Parameters<typeof monthlyAmount>[0]['frequency']['cycle'], amount: number) =>
    monthlyAmount({ ...active, amount, frequency: { cycle } }, now);

  it('is exact for each cycle, rounded half up once', () => {
    expect(monthly('MONTHLY', 8_990)).toBe(8_990);
    expect(monthly('WEEKLY', 13_500)).toBe(58_500);
    expect(monthly('WEEKLY', 100)).toBe(433);
    expect(monthly('QUARTERLY', 10_000)).toBe(3_333);
    expect(monthly('SEMIANNUALLY', 99)).toBe(17);
    expect(monthly('ANNUALLY', 89_900)).toBe(7_492);
    expect(monthly('WEEKLY', 99_999_999_999)).toBe(433_333_333_329);
  });

  it('is nothing in a trial, in a pause and after the end', () => {
    const whole = { ...active, amount: 8_990, frequency: { cycle: 'MONTHLY' as const } };
    expect(monthlyAmount({ ...whole, trialEndsAt: later }, now)).toBeUndefined();
    expect(monthlyAmount({ ...whole, pausedAt: before }, now)).toBeUndefined();
    expect(monthlyAmount({ ...whole, status: 'CANCELLED' }, now)).toBeUndefined();
    expect(monthlyAmount({ ...whole, pastDue: true, trialEndsAt: before }, now)).toBe(8_990);
  });
});
