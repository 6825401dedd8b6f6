import { checkCouponInput, foldCode, isCouponCode, type CouponInput } from './coupon';

const percentage: CouponInput = {
  code: 'PROMO',
  discountKind: 'PERCENTAGE',
  discount: 10_000,
  notes: undefined,
  maxRedeems: -1,
  metadataJson: '{}',
};
const fixed: CouponInput = { ...percentage, discountKind: 'FIXED', discount: 9_999_999_999, maxRedeems: 1 };

test('codes have 1 to 50 letters, digits, underscores and hyphens and nothing else', () => {
  for (const code of ['a', 'Z9_-', 'x'.repeat(50)]) expect(isCouponCode(code)).toBe(true);
  for (const code of ['', 'x'.repeat(51), 'a b', 'é', 'a\n', 'a\0', 'a.b']) expect(isCouponCode(code)).toBe(false);
});

test('codes that differ in case only are the same', () => {
  expect(foldCode('PrOmO_1-x')).toBe(foldCode('pRoMo_1-X'));
});

test('the largest discounts of both kinds are accepted and one more is refused', () => {
  for (const input of [percentage, fixed]) {
    expect(() => {
      checkCouponInput(input);
    }).not.toThrow();
    expect(() => {
      checkCouponInput({ ...input, discount: input.discount + 1 });
    }).toThrow(/'discount'/);
  }
});

test.each([0, -2, 1.5, NaN])('maxRedeems of %s is refused', (maxRedeems) => {
  expect(() => {
    checkCouponInput({ ...fixed, maxRedeems });
  }).toThrow("Property 'maxRedeems' should be -1 or at least 1");
});
