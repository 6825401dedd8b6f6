import type { Coupon } from '@pitanga/contracts';
import { instant, parseMetadata, enumName, orNull, type JsonObject } from './wire';

export const discountKinds = ['PERCENTAGE', 'FIXED'] as const;
export type DiscountKindName = (typeof discountKinds)[number];

export const couponStatuses = ['ACTIVE', 'INACTIVE', 'EXPIRED', 'DELETED'] as const;
export type CouponStatusName = (typeof couponStatuses)[number];

/** The same in v1 and v2. */
export interface CouponRecord {
  /** The code. */
  readonly id: string;
  readonly code: string;
  readonly devMode: boolean;
  readonly discountKind: DiscountKindName;
  /** Basis points for PERCENTAGE, centavos for FIXED. */
  readonly discount: number;
  readonly status: CouponStatusName;
  readonly notes: string | null;
  /** -1 is without limit. */
  readonly maxRedeems: number;
  readonly redeemsCount: number;
  readonly metadata: JsonObject;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function couponRecord(coupon: Coupon): CouponRecord {
  return {
    id: coupon.code,
    code: coupon.code,
    devMode: coupon.devMode,
    discountKind: enumName('DISCOUNT_KIND', coupon.discountKind),
    discount: coupon.discount,
    status: enumName('COUPON_STATUS', coupon.status),
    notes: orNull(coupon.notes),
    maxRedeems: coupon.maxRedeems,
    redeemsCount: coupon.redeemsCount,
    metadata: parseMetadata(coupon.metadataJson),
    createdAt: instant(coupon.createdAt, 'createdAt'),
    updatedAt: instant(coupon.updatedAt, 'updatedAt'),
  };
}
