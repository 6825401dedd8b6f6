import { checkCouponInput, foldCode, type CouponInput } from './coupon';

const percentage: CouponInput = {
  code: 'PROMO',
  discountKind: 'PERCENTAGE',
  discount: 10_000,
  notes: undefined,
  maxRedeems: -1,
  metadataJson: '{}',
};
const fixed: CouponInput = { ...percentage, discountKind: 'FIXED', discount: 9_999_999_999, maxRedeems: 1 };

test('codes that differ in case only, or in how they were pasted, are the same', () => {
  expect(foldCode('PrOmO_1-x')).toBe(foldCode('pRoMo_1-X'));
  expect(foldCode('VERÃO')).toBe(foldCode('vera\u0303o'));
  expect(foldCode('10%OFF\u200b')).toBe(foldCode('10%off'));
  expect(foldCode('DIA\u2013D  1')).toBe(foldCode('dia-d 1'));
  expect(foldCode('VERÃO')).not.toBe(foldCode('VERAO'));
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
