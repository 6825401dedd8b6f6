import { fromWire, required, type AgreedCoupon as AgreedCouponMessage } from '@pitanga/contracts';
import { cents, mulDiv, subtractCents, zeroCents, type Cents } from '@pitanga/core';

/** A coupon as it was when it was agreed on. */
export interface AgreedCoupon {
  /** Its identity: another one may be made under its code. Absent: a version before agreed on it. */
  readonly id?: string | undefined;
  readonly code: string;
  readonly kind: 'PERCENTAGE' | 'FIXED';
  /** Basis points for PERCENTAGE, centavos for FIXED. */
  readonly discount: number;
  /** How many cycles more have its discount, counted as they begin, 0 when it is used up; absent: every one. */
  readonly cyclesLeft?: number | undefined;
  /** Store time, ISO 8601: cycles that were due by then do not have it. Absent: agreed on at the start. */
  readonly addedAt?: string | undefined;
  /** Store time, ISO 8601: only cycles that were due by then have it. Absent: it was not removed. */
  readonly removedAt?: string | undefined;
}

/** Billing's coupon as it is agreed on, before any charge has its discount. */
export function agreedCouponFromWire(message: Omit<AgreedCouponMessage, '$type'>): AgreedCoupon {
  const { id, code, discount } = message;
  const kind = fromWire('DISCOUNT_KIND', ['PERCENTAGE', 'FIXED'], message.discountKind);
  return { id, code, kind, discount, cyclesLeft: cyclesFromWire(message) };
}

function cyclesFromWire({
  duration,
  durationInCycles,
}: Pick<AgreedCouponMessage, 'duration' | 'durationInCycles'>): number | undefined {
  if (duration === 'COUPON_DURATION_ONCE') return 1;
  return duration === 'COUPON_DURATION_REPEATING' ? required(durationInCycles, 'durationInCycles') : undefined;
}

/** The coupons after one charge with the discount of these. */
export function afterCharge(
  coupons: readonly AgreedCoupon[],
  charged: readonly AgreedCoupon[],
): readonly AgreedCoupon[] {
  return coupons.map((coupon) => {
    if (coupon.cyclesLeft === undefined || !charged.includes(coupon)) return coupon;
    return { ...coupon, cyclesLeft: coupon.cyclesLeft - 1 };
  });
}

/** Whether both, which have one code, are the same coupon; of one without an id only its discount can say. */
export function isSameCoupon(one: AgreedCoupon, other: AgreedCoupon): boolean {
  if (one.id !== undefined && other.id !== undefined) return one.id === other.id;
  return one.kind === other.kind && one.discount === other.discount;
}

/** The coupons that a subscription has now, with those that are used up. */
export function liveCoupons(coupons: readonly AgreedCoupon[]): readonly AgreedCoupon[] {
  return coupons.filter(({ removedAt }) => removedAt === undefined);
}

/** What the coupons that a subscription has now take off its next cycle. */
export function nextDiscount(amountCents: Cents, coupons: readonly AgreedCoupon[]): Cents {
  return discountOn(
    amountCents,
    liveCoupons(coupons).filter(({ cyclesLeft }) => cyclesLeft !== 0),
  );
}

/** The coupons of a cycle that falls due at an instant. */
export function couponsDueAt(coupons: readonly AgreedCoupon[], dueAt: Date): readonly AgreedCoupon[] {
  const isBefore = (at: string): boolean => new Date(at) < dueAt;
  return coupons.filter(
    ({ addedAt, removedAt, cyclesLeft }) =>
      cyclesLeft !== 0 &&
      (addedAt === undefined || isBefore(addedAt)) &&
      (removedAt === undefined || !isBefore(removedAt)),
  );
}

/**
 * Percentages first, each of what is left and rounded half up to the centavo, then fixed amounts; at most the whole
 * amount (docs/behaviour/customers-products-coupons.md#discount-order).
 */
export function discountOn(amountCents: Cents, coupons: readonly AgreedCoupon[]): Cents {
  let left = amountCents;
  const ofKind = (kind: AgreedCoupon['kind']) => coupons.filter((coupon) => coupon.kind === kind);
  for (const { discount } of ofKind('PERCENTAGE')) {
    left = subtractCents(left, mulDiv(left, Math.min(discount, 10_000), 10_000, 'halfUp'));
  }
  for (const { discount } of ofKind('FIXED')) left = discount < left ? subtractCents(left, cents(discount)) : zeroCents;
  return subtractCents(amountCents, left);
}
