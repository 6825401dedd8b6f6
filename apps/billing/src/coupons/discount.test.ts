import { cents } from '@pitanga/core';
import fc from 'fast-check';
import type { CheckoutItem } from '../checkouts/checkout';
import type { Coupon, DiscountKind } from './coupon';
import { allocateDiscount, checkDiscountedTotal, discountsOn, totalDiscount } from './discount';

const at = new Date('2026-11-20T15:00:00.000Z');

function aCoupon(discountKind: DiscountKind, discount: number, code = 'C'): Coupon {
  return {
    id: `cpn_${code}`,
    code,
    devMode: true,
    discountKind,
    discount,
    status: 'ACTIVE',
    notes: undefined,
    maxRedeems: -1,
    redeemsCount: 0,
    startsAt: undefined,
    expiresAt: undefined,
    duration: 'FOREVER',
    durationInCycles: undefined,
    metadataJson: '{}',
    createdAt: at,
    updatedAt: at,
  };
}

const percent = (basisPoints: number, code?: string) => aCoupon('PERCENTAGE', basisPoints, code);
const fixed = (centavos: number, code?: string) => aCoupon('FIXED', centavos, code);

function anItem(unitPriceCents: number, quantity = 1): CheckoutItem {
  const id = `prod_${String(unitPriceCents)}`;
  return {
    productId: id,
    productExternalId: id,
    name: id,
    description: '',
    unitPriceCents: cents(unitPriceCents),
    quantity,
  };
}

const shares = (items: readonly CheckoutItem[]): (number | undefined)[] => items.map((item) => item.discountCents);

describe('what coupons take off', () => {
  test.each([
    ['nothing without coupons', 10_000, [], []],
    ['a percentage of the total', 10_000, [percent(1_000)], [1_000]],
    ['half a centavo as one', 150, [percent(100)], [2]],
    ['less than half a centavo as none', 149, [percent(100)], [1]],
    ['nothing for a hundredth of a percent of R$ 1,00', 100, [percent(1)], [0]],
    ['everything at 100%', 12_345, [percent(10_000)], [12_345]],
    ['the second percentage from what the first left', 10_000, [percent(1_000), percent(1_000)], [1_000, 900]],
    ['a fixed amount as it is', 10_000, [fixed(2_500)], [2_500]],
    ['no more than there is', 1_000, [fixed(2_500)], [1_000]],
    ['nothing more once nothing is left', 1_000, [percent(10_000), fixed(100)], [1_000, 0]],
    ['the exact half of the largest total', 9_999_999_999, [percent(5_000)], [5_000_000_000]],
  ])('%s', (_name, total, coupons, expected) => {
    expect(discountsOn(cents(total), coupons).map(({ discountCents }) => discountCents)).toEqual(expected);
  });

  test('percentages come before fixed amounts, each kind in the order given', () => {
    const coupons = [fixed(500, 'F1'), percent(1_000, 'P1'), fixed(300, 'F2'), percent(5_000, 'P2')];
    const discounts = discountsOn(cents(10_000), coupons);
    expect(discounts.map(({ coupon, discountCents }) => [coupon.code, discountCents])).toEqual([
      ['P1', 1_000],
      ['P2', 4_500],
      ['F1', 500],
      ['F2', 300],
    ]);
    expect(totalDiscount(discounts)).toBe(6_300);
  });
});

const anyCoupon = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map((basisPoints) => percent(basisPoints)),
  fc.integer({ min: 100, max: 9_999_999_999 }).map((centavos) => fixed(centavos)),
);
const anyCoupons = fc.array(anyCoupon, { maxLength: 10 });
const anyTotal = fc.integer({ min: 100, max: 9_999_999_999 }).map(cents);

describe('for any total and any coupons', () => {
  test('a discount is never negative and the total never below zero', () => {
    fc.assert(
      fc.property(anyTotal, anyCoupons, (total, coupons) => {
        const discounts = discountsOn(total, coupons);
        expect(discounts.every(({ discountCents }) => discountCents >= 0)).toBe(true);
        expect(totalDiscount(discounts)).toBeLessThanOrEqual(total);
        expect(discounts).toHaveLength(coupons.length);
      }),
    );
  });

  test('no percentage comes after a fixed amount', () => {
    fc.assert(
      fc.property(anyTotal, anyCoupons, (total, coupons) => {
        const kinds = discountsOn(total, coupons).map(({ coupon }) => coupon.discountKind);
        expect(kinds).toEqual([...kinds].sort().reverse());
      }),
    );
  });

  test('it does not matter in which order a percentage and a fixed amount are named', () => {
    fc.assert(
      fc.property(
        anyTotal,
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 100, max: 1e6 }),
        (total, bp, off) => {
          const [one, other] = [percent(bp, 'P'), fixed(off, 'F')];
          expect(discountsOn(total, [one, other])).toEqual(discountsOn(total, [other, one]));
        },
      ),
    );
  });

  test('one more coupon never makes it dearer', () => {
    fc.assert(
      fc.property(anyTotal, anyCoupons, anyCoupon, (total, coupons, another) => {
        const [less, more] = [discountsOn(total, coupons), discountsOn(total, [...coupons, another])];
        expect(totalDiscount(more)).toBeGreaterThanOrEqual(totalDiscount(less));
      }),
    );
  });
});

describe('the lines of a discount', () => {
  test.each([
    ['in proportion to price × quantity', [anItem(1_000, 3), anItem(1_000)], 400, [300, 100]],
    ['the odd centavo to the largest remainder', [anItem(100), anItem(200)], 100, [33, 67]],
    ['the odd centavo to the first of equals', [anItem(100), anItem(100), anItem(100)], 100, [34, 33, 33]],
    ['the whole price of each at 100%', [anItem(1_999, 2), anItem(1)], 3_999, [3_998, 1]],
    ['nothing of nothing', [anItem(500), anItem(500)], 0, [0, 0]],
  ])('are %s', (_name, items, discount, expected) => {
    expect(shares(allocateDiscount(items, cents(discount)))).toEqual(expected);
  });

  const anyItems = fc.array(
    fc.record({ price: fc.integer({ min: 1, max: 1e7 }), quantity: fc.integer({ min: 1, max: 10_000 }) }),
    { minLength: 1, maxLength: 100 },
  );

  test('add up to it exactly, none beyond its own price and none a whole centavo from its proportion', () => {
    fc.assert(
      fc.property(anyItems, fc.integer({ min: 0, max: 10_000 }), (lines, basisPoints) => {
        const items = lines.map(({ price, quantity }) => anItem(price, quantity));
        const total = items.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0);
        const discount = cents(Math.floor((total / 10_000) * basisPoints));
        const allocated = allocateDiscount(items, discount);
        let sum = 0;
        for (const { unitPriceCents, quantity, discountCents = cents(-1) } of allocated) {
          const price = unitPriceCents * quantity;
          sum += discountCents;
          expect(discountCents).toBeGreaterThanOrEqual(0);
          expect(discountCents).toBeLessThanOrEqual(price);
          const distance = BigInt(discountCents) * BigInt(total) - BigInt(discount) * BigInt(price);
          expect(distance < BigInt(total) && distance > -BigInt(total)).toBe(true);
        }
        expect(sum).toBe(discount);
      }),
    );
  });

  test('stay what they were but for the discount', () => {
    const items = [anItem(300, 2), anItem(700)];
    const without = allocateDiscount(items, cents(100)).map(({ discountCents: _discount, ...item }) => item);
    expect(without).toEqual(items);
  });
});

test.each([
  [0, true],
  [1, false],
  [99, false],
  [100, true],
])('a total of %i centavos after coupons can be collected: %s', (net, isFine) => {
  const check = () => checkDiscountedTotal(cents(net));
  if (isFine) expect(check).not.toThrow();
  else expect(check).toThrow('The discounted total should be zero or at least R$ 1,00');
});
