import { checkCouponInput, couponStatusAt, foldCode, type Coupon, type CouponInput } from './coupon';
import { checkRedeemable } from './coupon-errors';

const percentage: CouponInput = {
  code: 'PROMO',
  discountKind: 'PERCENTAGE',
  discount: 10_000,
  notes: undefined,
  maxRedeems: -1,
  metadataJson: '{}',
  startsAt: undefined,
  expiresAt: undefined,
  duration: 'ONCE',
  durationInCycles: undefined,
};
const now = new Date('2026-11-20T15:00:00.000Z');
const inMs = (ms: number) => new Date(now.getTime() + ms);
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
      checkCouponInput(input, now);
    }).not.toThrow();
    expect(() => {
      checkCouponInput({ ...input, discount: input.discount + 1 }, now);
    }).toThrow(/'discount'/);
  }
});

test.each([0, -2, 1.5, NaN])('maxRedeems of %s is refused', (maxRedeems) => {
  expect(() => {
    checkCouponInput({ ...fixed, maxRedeems }, now);
  }).toThrow("Property 'maxRedeems' should be -1 or at least 1");
});

test.each([
  ['a start that is now', { startsAt: now }, "Property 'startsAt' should be later than now"],
  ['an end that is now', { expiresAt: now }, "Property 'expiresAt' should be later than now"],
  [
    'an end at its start',
    { startsAt: inMs(1), expiresAt: inMs(1) },
    "Property 'expiresAt' should be later than 'startsAt'",
  ],
])('%s is refused', (_name, dates, message) => {
  expect(() => {
    checkCouponInput({ ...percentage, ...dates }, now);
  }).toThrow(message);
});

test('a start and an end a millisecond apart, both to come, are accepted', () => {
  expect(() => {
    checkCouponInput({ ...percentage, startsAt: inMs(1), expiresAt: inMs(2) }, now);
  }).not.toThrow();
});

describe('a coupon from 10 ms to 20 ms', () => {
  const dates = { startsAt: inMs(10), expiresAt: inMs(20) };

  test.each([
    [9, 'COUPON_NOT_STARTED'],
    [10, undefined],
    [19, undefined],
    [20, 'COUPON_PAST_END'],
  ])('at %i ms is redeemed or refused: %s', (ms, reason) => {
    const redeem = () => {
      checkRedeemable({ ...dates, status: 'ACTIVE' }, inMs(ms));
    };
    if (reason === undefined) expect(redeem).not.toThrow();
    else expect(redeem).toThrow(expect.objectContaining({ kind: 'FAILED_PRECONDITION', reason }) as Error);
  });

  const statuses: readonly [Coupon['status'], Coupon['status']][] = [
    ['ACTIVE', 'EXPIRED'],
    ['INACTIVE', 'EXPIRED'],
    ['EXPIRED', 'EXPIRED'],
    ['DELETED', 'DELETED'],
  ];
  test.each(statuses)('that is %s until its end is %s from then on', (status, after) => {
    expect([couponStatusAt({ status, ...dates }, inMs(19)), couponStatusAt({ status, ...dates }, inMs(20))]).toEqual([
      status,
      after,
    ]);
  });
});

describe('the duration of a coupon', () => {
  test.each([
    ['ONCE', undefined],
    ['FOREVER', undefined],
    ['REPEATING', 1],
    ['REPEATING', 999],
  ] as const)('%s with durationInCycles %s is taken', (duration, durationInCycles) => {
    expect(() => {
      checkCouponInput({ ...fixed, duration, durationInCycles }, now);
    }).not.toThrow();
  });

  test.each([
    ['ONCE', 1, "Property 'durationInCycles' should be left out but for duration REPEATING"],
    ['FOREVER', 2, "Property 'durationInCycles' should be left out but for duration REPEATING"],
    ['REPEATING', undefined, "Property 'durationInCycles' should be from 1 to 999 for duration REPEATING"],
    ['REPEATING', 0, "Property 'durationInCycles' should be from 1 to 999 for duration REPEATING"],
    ['REPEATING', 1_000, "Property 'durationInCycles' should be from 1 to 999 for duration REPEATING"],
    ['REPEATING', 1.5, "Property 'durationInCycles' should be from 1 to 999 for duration REPEATING"],
  ] as const)('%s with durationInCycles %s is refused', (duration, durationInCycles, message) => {
    expect(() => {
      checkCouponInput({ ...fixed, duration, durationInCycles }, now);
    }).toThrow(message);
  });
});
