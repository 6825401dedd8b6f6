import { planPreview, usageAmount } from './amounts';

describe('what usage costs', () => {
  it('is exact, and nothing above what a charge may be', () => {
    expect(usageAmount(238, 137)).toBe(32_606);
    expect(usageAmount(9_999_999_999, 1)).toBe(9_999_999_999);
    expect(usageAmount(9_999_999_999, 2)).toBeUndefined();
    expect(usageAmount(9_999_999_999, 9_999_999_999)).toBeUndefined();
    expect(usageAmount(undefined, 1)).toBeUndefined();
    expect(usageAmount(1, undefined)).toBeUndefined();
  });
});

describe('the next charge with another plan', () => {
  const subscription = { coupons: ['CAFE10'], frequency: { cycle: 'MONTHLY' as const } };
  const next = { dueAt: '2026-12-24T11:29:00Z', usageAmount: 420 } as never;

  it('is price × quantity plus usage, before the coupons that it names', () => {
    expect(planPreview({ price: 89_900, cycle: 'ANNUALLY' }, 3, { next }, subscription)).toEqual({
      amount: 270_120,
      usage: 420,
      coupons: ['CAFE10'],
      dueAt: '2026-12-24T11:29:00Z',
      hasNewCycle: true,
    });
  });

  it('has no date while none is known, and keeps the cycle of a plan that has the same', () => {
    expect(planPreview({ price: 100, cycle: 'MONTHLY' }, 1, { next: null }, subscription)).toMatchObject({
      amount: 100,
      dueAt: null,
      hasNewCycle: false,
    });
  });

  it('is nothing for an amount that no charge can have', () => {
    expect(planPreview({ price: 9_999_999_999, cycle: 'MONTHLY' }, 10_000, undefined, subscription)).toBeUndefined();
  });
});
