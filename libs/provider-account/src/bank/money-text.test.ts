import { cents } from '@pitanga/core';
import fc from 'fast-check';
import { parseMoney, formatMoney } from './money-text';

test.each([
  [1, '0.01'],
  [10, '0.10'],
  [100, '1.00'],
  [14_045, '140.45'],
  // As a double these reais would lose centavos.
  [9_007_199_254_740_991, '90071992547409.91'],
])('%d centavos are written %s', (amount, text) => {
  expect(formatMoney(cents(amount))).toBe(text);
});

test('every amount a charge can have is read as it was written', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_999_999_999 }),
      (amount) => parseMoney(formatMoney(cents(amount))) === amount,
    ),
  );
});

test('decimals a bank left out are noughts, and what is no amount is none', () => {
  expect(['1.5', '37', '0.07'].map(parseMoney)).toEqual([150, 3_700, 7]);
  for (const other of ['140,45', '1e3', '-1.00', ' 1.00', '1.234', '', 1.5, null])
    expect(parseMoney(other)).toBeUndefined();
});

test('a negative amount is a bug, not a text', () => {
  expect(() => formatMoney(cents(-1))).toThrow(RangeError);
});
