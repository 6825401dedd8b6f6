import fc from 'fast-check';
import { allocate, cents, formatBrl, mulDiv } from './money';

describe('money', () => {
  it('refuses what is not a safe integer', () => {
    for (const value of [0.5, NaN, Infinity, 2 ** 53]) expect(() => cents(value)).toThrow(RangeError);
  });

  it('rounds half up to the centavo when asked to', () => {
    expect(mulDiv(cents(1), 1, 2, 'halfUp')).toBe(1);
    expect(mulDiv(cents(1), 1, 3, 'halfUp')).toBe(0);
    expect(mulDiv(cents(2), 1, 3, 'halfUp')).toBe(1);
    expect(mulDiv(cents(9_999_999_999), 10_000, 10_000, 'floor')).toBe(9_999_999_999);
  });

  it('is never further than half a centavo from the exact quotient', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e5), fc.integer({ min: 1, max: 1e5 }), (amount, numerator, denominator) => {
        const rounded = BigInt(mulDiv(cents(amount), numerator, denominator, 'halfUp')) * BigInt(denominator);
        const distance = 2n * (rounded - BigInt(amount) * BigInt(numerator));
        return distance <= BigInt(denominator) && distance > -BigInt(denominator);
      }),
    );
  });

  it('loses no centavo when it splits an amount', () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.array(fc.nat(1e6), { minLength: 1, maxLength: 20 }), (total, weights) => {
        fc.pre(weights.some((weight) => weight > 0));
        const shares = allocate(cents(total), weights);
        return shares.reduce((sum, share) => sum + share, 0) === total && shares.every((share) => share >= 0);
      }),
    );
  });

  it('gives the odd centavo to the first of equal parts', () => {
    expect(allocate(cents(100), [1, 1, 1])).toEqual([34, 33, 33]);
  });

  it('writes reais the Brazilian way', () => {
    expect(formatBrl(cents(123_456_789))).toBe('R$ 1.234.567,89');
    expect(formatBrl(cents(80))).toBe('R$ 0,80');
    expect(formatBrl(cents(-5))).toBe('-R$ 0,05');
  });
});
