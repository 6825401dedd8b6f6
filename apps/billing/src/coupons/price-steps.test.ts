import { cents } from '@pitanga/core';
import type { CouponDuration } from './coupon';
import { lastingCents, toPriceSteps } from './price-steps';

const gross = cents(10_000);

function off(discount: number, duration?: CouponDuration, durationInCycles?: number) {
  return { discountKind: 'FIXED', discount, ...(duration && { duration, durationInCycles }) } as const;
}

const untilTheEnd = { charges: undefined };

test.each([
  ['no coupon: one price', [], [{ amountCents: 10_000, ...untilTheEnd }]],
  ['a coupon for ever: one price', [off(1_000, 'FOREVER')], [{ amountCents: 9_000, ...untilTheEnd }]],
  ['one of a version before discounts every charge', [off(1_000)], [{ amountCents: 9_000, ...untilTheEnd }]],
  [
    'ONCE: the first charge alone',
    [off(1_000, 'ONCE')],
    [
      { amountCents: 9_000, charges: 1 },
      { amountCents: 10_000, ...untilTheEnd },
    ],
  ],
  [
    'coupons that end one after the other make a step each',
    [off(5_000, 'ONCE'), off(1_000, 'FOREVER'), off(2_000, 'REPEATING', 3)],
    [
      { amountCents: 2_000, charges: 1 },
      { amountCents: 7_000, charges: 2 },
      { amountCents: 9_000, ...untilTheEnd },
    ],
  ],
  [
    'those that end together end one step',
    [off(5_000, 'ONCE'), off(1_000, 'REPEATING', 1)],
    [
      { amountCents: 4_000, charges: 1 },
      { amountCents: 10_000, ...untilTheEnd },
    ],
  ],
])('%s', (_name, coupons, expected) => {
  const steps = toPriceSteps(gross, coupons);
  expect(steps).toEqual(expected);
  expect(lastingCents(gross, coupons)).toBe(steps.at(-1)?.amountCents);
});
