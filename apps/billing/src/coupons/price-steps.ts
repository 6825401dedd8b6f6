import type { Cents } from '@pitanga/core';
import type { Coupon, DiscountedCharges } from './coupon';
import { discountedCents } from './discount';

/** Charges of a subscription in a row that cost the same. */
export interface PriceStep {
  readonly amountCents: Cents;
  /** How many; undefined for all that follow. */
  readonly charges: number | undefined;
}

type SubscriptionDiscount = Pick<Coupon, 'discountKind' | 'discount'> & Partial<DiscountedCharges>;

/**
 * What the charges of a subscription cost with coupons, from the first on: a step ends where a coupon does, and the last has no
 * end (docs/behaviour/customers-products-coupons.md#coupon-duration).
 */
export function toPriceSteps(
  grossCents: Cents,
  coupons: readonly SubscriptionDiscount[],
): readonly [PriceStep, ...PriceStep[]] {
  const ends = [...new Set(coupons.map(discountedCharges))].filter(Number.isFinite).sort((a, b) => a - b);
  const starts = [0, ...ends];
  const steps = starts.map((start, index): PriceStep => {
    const end = ends[index];
    const live = coupons.filter((coupon) => discountedCharges(coupon) > start);
    return { amountCents: discountedCents(grossCents, live), charges: end === undefined ? undefined : end - start };
  });
  return steps as [PriceStep, ...PriceStep[]];
}

/** What charges cost once every coupon with an end has ended. */
export function lastingCents(grossCents: Cents, coupons: readonly SubscriptionDiscount[]): Cents {
  const [first, ...later] = toPriceSteps(grossCents, coupons);
  return (later.at(-1) ?? first).amountCents;
}

function discountedCharges({ duration, durationInCycles = 0 }: SubscriptionDiscount): number {
  if (duration === 'ONCE') return 1;
  return duration === 'REPEATING' ? durationInCycles : Number.POSITIVE_INFINITY;
}
