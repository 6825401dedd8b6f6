import { cents } from '@pitanga/core';
import { daysAfterNoon, noon } from '../../test/fixtures';
import { advanceCost, daysUntil, planAdvance } from './advance';

const part = (chargeId: string, openCents: number, days: number) => ({
  chargeId,
  number: 1,
  openCents: cents(openCents),
  dueAt: daysAfterNoon(days),
});
const terms = { now: noon, rateBasisPoints: 199 };

describe('advanceCost', () => {
  it.each([
    // 1.99 % of R$ 100,00 for 30 days: 199 exactly.
    [10_000, 30, 199, 199],
    // Twelve installments' worth: 10,000 × 1.99 % × 12.
    [10_000, 360, 199, 2_388],
    // One day: 10,000 × 199 ÷ 300,000 = 6.633….
    [10_000, 1, 199, 7],
    // 3,180 × 199 × 30 ÷ 300,000 = 63.282.
    [3_180, 30, 199, 63],
    // 50 × 300 × 1 ÷ 300,000 = 0.05, and 500 of it is exactly a half: up.
    [50, 1, 300, 0],
    [500, 1, 300, 1],
    [499, 1, 300, 0],
    // 1 × 199 × 30 ÷ 300,000 = 0.0199.
    [1, 30, 199, 0],
    [10_000, 30, 0, 0],
    // Beyond what a double could multiply: 9,999,999,999 × 71,640 ÷ 300,000 = 2,387,999,999.7612.
    [9_999_999_999, 360, 199, 2_388_000_000],
  ])('of %i for %i days at %i basis points is %i', (amount, days, rate, cost) => {
    expect(advanceCost(cents(amount), days, rate)).toBe(cost);
  });
});

describe('daysUntil', () => {
  it('rounds days up', () => {
    expect(daysUntil(daysAfterNoon(30), noon)).toBe(30);
    expect(daysUntil(daysAfterNoon(30), daysAfterNoon(0, 1))).toBe(30);
    expect(daysUntil(daysAfterNoon(30), daysAfterNoon(1))).toBe(29);
    expect(daysUntil(daysAfterNoon(30), daysAfterNoon(30, -1))).toBe(1);
  });
});

describe('planAdvance', () => {
  const parts = [part('a', 3_000, 30), part('b', 4_000, 45), part('c', 5_000, 60)];

  it('takes whole parts in their order and of the last only the rest', () => {
    expect(planAdvance(parts, cents(5_000), terms)).toEqual({
      amountCents: 5_000,
      // 59.7 and 2,000 × 1.99 % × 1.5 = 59.7, each rounded by itself.
      costCents: 60 + 60,
      parts: [
        { chargeId: 'a', number: 1, amountCents: 3_000, costCents: 60 },
        { chargeId: 'b', number: 1, amountCents: 2_000, costCents: 60 },
      ],
    });
  });

  it('takes no part beyond the requested amount', () => {
    expect(planAdvance(parts, cents(3_000), terms).parts).toHaveLength(1);
  });

  it('takes all parts when no amount is requested', () => {
    const { amountCents, costCents } = planAdvance(parts, undefined, terms);
    // 59.7 + 119.4 + 199.
    expect([amountCents, costCents]).toEqual([12_000, 60 + 119 + 199]);
  });

  it('takes less than requested when the parts sum to less', () => {
    expect(planAdvance(parts, cents(12_001), terms).amountCents).toBe(12_000);
    expect(planAdvance([], undefined, terms)).toEqual({ amountCents: 0, costCents: 0, parts: [] });
  });
});
