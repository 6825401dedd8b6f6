import { isCouponCode } from './coupon-code';

test.each([
  'a',
  'Z9_-',
  'VERÃO',
  '10%OFF',
  'R$50',
  'BLACK FRIDAY',
  'a.b',
  'лето',
  '🍍',
  'x'.repeat(50),
  '🍍'.repeat(50),
])('%s is a possible code of a coupon', (code) => {
  expect(isCouponCode(code)).toBe(true);
});

test.each(['', ' ', 'a  b', ' a', 'a ', 'a\n', 'a\0', 'a\tb', 'a\u200bb', 'a\u202eb', 'a\u00a0b', 'x'.repeat(51)])(
  '%j is none',
  (code) => {
    expect(isCouponCode(code)).toBe(false);
  },
);
