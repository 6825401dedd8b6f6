import { invalidArgument, isCouponCode, pastedText } from '@pitanga/core';

export const discountKinds = ['PERCENTAGE', 'FIXED'] as const;
export type DiscountKind = (typeof discountKinds)[number];

export const couponDurations = ['ONCE', 'REPEATING', 'FOREVER'] as const;
export type CouponDuration = (typeof couponDurations)[number];

export const couponStatuses = ['ACTIVE', 'INACTIVE', 'EXPIRED', 'DELETED'] as const;
export type CouponStatus = (typeof couponStatuses)[number];

/** `maxRedeems` of a coupon without a limit. */
export const unlimitedRedeems = -1;

/** Which charges of a subscription have a discount, from the first on (docs/behaviour/customers-products-coupons.md#coupon-duration). */
export interface DiscountedCharges {
  readonly duration: CouponDuration;
  /** How many with REPEATING, 1 to {@link repeatsMax}; undefined else. */
  readonly durationInCycles: number | undefined;
}

/** A discount that a payer gets by its code. */
export interface Coupon extends DiscountedCharges {
  /** Orders lists by creation. Merchants see only the code. */
  readonly id: string;
  /** Unique in the store and environment among the coupons that are not deleted, ignoring case. */
  readonly code: string;
  readonly devMode: boolean;
  readonly discountKind: DiscountKind;
  /** Basis points for PERCENTAGE, centavos for FIXED. */
  readonly discount: number;
  readonly status: CouponStatus;
  readonly notes: string | undefined;
  /** {@link unlimitedRedeems}, or how often the coupon may be redeemed. */
  readonly maxRedeems: number;
  readonly redeemsCount: number;
  /** Store time from which it can be redeemed. */
  readonly startsAt: Date | undefined;
  /** Store time from which it cannot be redeemed any more. */
  readonly expiresAt: Date | undefined;
  /** One JSON object, exactly as in the request. */
  readonly metadataJson: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type CouponInput = Pick<
  Coupon,
  | 'code'
  | 'discountKind'
  | 'discount'
  | 'notes'
  | 'maxRedeems'
  | 'metadataJson'
  | 'startsAt'
  | 'expiresAt'
  | 'duration'
  | 'durationInCycles'
>;

/** Smallest FIXED discount and largest PERCENTAGE; the largest total is also the largest discount. */
const fixedCentsMin = 100;
const fixedCentsMax = 9_999_999_999;
const basisPointsMax = 10_000;
const repeatsMax = 999;

/**
 * What a code is compared by: as people paste it, ignoring case. By this function alone, since what PostgreSQL folds depends
 * on its locale.
 */
export function foldCode(code: string): string {
  return pastedText(code).normalize('NFC').toLowerCase();
}

/**
 * INVALID_ARGUMENT for an invalid coupon (docs/behaviour/customers-products-coupons.md#discount).
 * @param now store time
 */
export function checkCouponInput(input: CouponInput, now: Date): void {
  if (!isCouponCode(input.code)) {
    throw invalidArgument("Property 'code' should be 1 to 50 visible characters, with single spaces inside");
  }
  const [min, max] = input.discountKind === 'PERCENTAGE' ? [1, basisPointsMax] : [fixedCentsMin, fixedCentsMax];
  if (!Number.isInteger(input.discount) || input.discount < min || input.discount > max) {
    const range = `from ${String(min)} to ${String(max)}`;
    throw invalidArgument(`Property 'discount' should be ${range} for discountKind ${input.discountKind}`);
  }
  const { maxRedeems } = input;
  if (!Number.isInteger(maxRedeems) || (maxRedeems !== unlimitedRedeems && maxRedeems < 1)) {
    throw invalidArgument("Property 'maxRedeems' should be -1 or at least 1");
  }
  checkDates(input, now);
  checkDuration(input);
}

function checkDuration({ duration, durationInCycles: count }: DiscountedCharges): void {
  if (duration !== 'REPEATING') {
    if (count === undefined) return;
    throw invalidArgument("Property 'durationInCycles' should be left out but for duration REPEATING");
  }
  if (count === undefined || !Number.isInteger(count) || count < 1 || count > repeatsMax) {
    throw invalidArgument(
      `Property 'durationInCycles' should be from 1 to ${String(repeatsMax)} for duration REPEATING`,
    );
  }
}

function checkDates(input: CouponInput, now: Date): void {
  const { startsAt, expiresAt } = input;
  if (startsAt && startsAt <= now) throw invalidArgument("Property 'startsAt' should be later than now");
  if (isPastEnd(input, now)) throw invalidArgument("Property 'expiresAt' should be later than now");
  if (startsAt && expiresAt && expiresAt <= startsAt) {
    throw invalidArgument("Property 'expiresAt' should be later than 'startsAt'");
  }
}

/** Whether an instant of the store is at the coupon's end or after it. */
export function isPastEnd({ expiresAt }: Pick<Coupon, 'expiresAt'>, at: Date): boolean {
  return expiresAt !== undefined && expiresAt <= at;
}

/** EXPIRED from `expiresAt` on, without a write (docs/behaviour/customers-products-coupons.md#coupon-dates). */
export function couponStatusAt(coupon: Pick<Coupon, 'status' | 'expiresAt'>, at: Date): CouponStatus {
  return coupon.status !== 'DELETED' && isPastEnd(coupon, at) ? 'EXPIRED' : coupon.status;
}
