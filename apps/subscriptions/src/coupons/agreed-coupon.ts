import { fromWire, type Coupon } from '@pitanga/contracts';
import { cents, mulDiv, subtractCents, zeroCents, type Cents } from '@pitanga/core';

/** A coupon as it was when it was agreed on: its discount repeats every cycle. */
export interface AgreedCoupon {
  /** Its identity: another one may be made under its code. Absent: a version before agreed on it. */
  readonly id?: string | undefined;
  readonly code: string;
  readonly kind: 'PERCENTAGE' | 'FIXED';
  /** Basis points for PERCENTAGE, centavos for FIXED. */
  readonly discount: number;
  /** Store time, ISO 8601: cycles that were due by then do not have it. Absent: agreed on at the start. */
  readonly addedAt?: string | undefined;
  /** Store time, ISO 8601: only cycles that were due by then have it. Absent: it was not removed. */
  readonly removedAt?: string | undefined;
}

/** Billing's coupon as it is now. */
export function agreedCouponFromWire({
  id,
  code,
  discountKind,
  discount,
}: Pick<Coupon, 'id' | 'code' | 'discountKind' | 'discount'>): AgreedCoupon {
  return { id, code, kind: fromWire('DISCOUNT_KIND', ['PERCENTAGE', 'FIXED'], discountKind), discount };
}

/** Whether both, which have one code, are the same coupon; of one without an id only its discount can say. */
export function isSameCoupon(one: AgreedCoupon, other: AgreedCoupon): boolean {
  if (one.id !== undefined && other.id !== undefined) return one.id === other.id;
  return one.kind === other.kind && one.discount === other.discount;
}

/** The coupons that a subscription has now. */
export function liveCoupons(coupons: readonly AgreedCoupon[]): readonly AgreedCoupon[] {
  return coupons.filter(({ removedAt }) => removedAt === undefined);
}

/** The coupons of a cycle that falls due at an instant. */
export function couponsDueAt(coupons: readonly AgreedCoupon[], dueAt: Date): readonly AgreedCoupon[] {
  const isBefore = (at: string): boolean => new Date(at) < dueAt;
  return coupons.filter(
    ({ addedAt, removedAt }) =>
      (addedAt === undefined || isBefore(addedAt)) && (removedAt === undefined || !isBefore(removedAt)),
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
