import fc from 'fast-check';
import { allocate, cents, formatBrl, mulDiv, subtractCents, sumCents, toDecimal, zeroCents } from './money';

describe('money', () => {
  it('refuses what is not a safe integer', () => {
    for (const value of [0.5, NaN, Infinity, 2 ** 53]) expect(() => cents(value)).toThrow(RangeError);
  });

  it('names the refused value', () => {
    expect(() => cents(0.5)).toThrow('not a safe integer number of centavos: 0.5');
  });

  it('adds and subtracts exactly, and refuses a result outside the safe integers', () => {
    const largest = cents(Number.MAX_SAFE_INTEGER);
    expect(zeroCents).toBe(0);
    expect(sumCents()).toBe(0);
    expect(sumCents(cents(1), cents(2), cents(-4))).toBe(-1);
    expect(sumCents(largest, cents(-1))).toBe(Number.MAX_SAFE_INTEGER - 1);
    expect(() => sumCents(largest, cents(1))).toThrow(RangeError);
    expect(() => sumCents(largest, cents(1), cents(-1))).toThrow(RangeError);
    expect(subtractCents(cents(3), cents(5))).toBe(-2);
    expect(() => subtractCents(cents(-Number.MAX_SAFE_INTEGER), cents(1))).toThrow(RangeError);
  });

  it('rounds down to the centavo when asked to', () => {
    expect(mulDiv(cents(1), 1, 2, 'floor')).toBe(0);
    expect(mulDiv(cents(5), 3, 4, 'floor')).toBe(3);
    expect(mulDiv(cents(0), 1, 4, 'floor')).toBe(0);
    expect(mulDiv(cents(7), 0, 4, 'halfUp')).toBe(0);
  });

  test.each([
    [1, 0.5, 1],
    [1, 1, 0.5],
    [1, 1, 0],
    [1, 1, -1],
    [1, 2 ** 53, 1],
    [1, 1, 2 ** 53],
  ])('refuses to compute %d × %d ÷ %d', (amount, numerator, denominator) => {
    expect(() => mulDiv(cents(amount), numerator, denominator, 'floor')).toThrow(
      new RangeError('mulDiv takes safe integers and a positive denominator'),
    );
  });

  test.each([
    [-1, 1],
    [1, -1],
    [-1, -1],
  ])('refuses to compute %d × %d, of which one is negative', (amount, numerator) => {
    expect(() => mulDiv(cents(amount), numerator, 1, 'floor')).toThrow(
      new RangeError('mulDiv takes non-negative amounts'),
    );
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

  it('gives the odd centavos to the largest remainders', () => {
    expect(allocate(cents(10), [1, 2, 4])).toEqual([1, 3, 6]);
    expect(allocate(cents(10), [4, 2, 1])).toEqual([6, 3, 1]);
    expect(allocate(cents(5), [1, 1, 1])).toEqual([2, 2, 1]);
    expect(allocate(cents(0), [1, 2])).toEqual([0, 0]);
    expect(allocate(cents(7), [0, 3, 0])).toEqual([0, 7, 0]);
  });

  test.each([
    [-1, [1]],
    [1, [-1, 2]],
    [1, [0.5, 0.5]],
  ])('refuses to split %d by the weights %j', (total, weights) => {
    expect(() => allocate(cents(total), weights)).toThrow(
      new RangeError('allocate takes a non-negative total and non-negative integer weights'),
    );
  });

  test.each([[[]], [[0, 0]], [[Number.MAX_SAFE_INTEGER, 1]]])('refuses to split by the weights %j', (weights) => {
    expect(() => allocate(cents(1), weights)).toThrow(new RangeError('allocate needs a positive weight'));
  });

  it('places the digits of reais, also of amounts below one', () => {
    expect([0, 5, -5, 80, 123_456, -100].map(toDecimal)).toEqual(['0.00', '0.05', '-0.05', '0.80', '1234.56', '-1.00']);
    expect(() => toDecimal(0.5)).toThrow(RangeError);
  });

  it('writes reais the Brazilian way', () => {
    expect(formatBrl(cents(123_456_789))).toBe('R$ 1.234.567,89');
    expect(formatBrl(cents(80))).toBe('R$ 0,80');
    expect(formatBrl(cents(0))).toBe('R$ 0,00');
    expect(formatBrl(cents(100_000))).toBe('R$ 1.000,00');
    expect(formatBrl(cents(99_999))).toBe('R$ 999,99');
    expect(formatBrl(cents(-5))).toBe('-R$ 0,05');
  });
});
