import type { Coupon } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { Metadata, NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { enumName, instant, orNull, parseMetadata } from './wire';

export const discountKinds = ['PERCENTAGE', 'FIXED'] as const;
export type DiscountKindName = (typeof discountKinds)[number];

export const DiscountKind = OneOf('CouponDiscountKind', discountKinds);

export const couponDurations = ['ONCE', 'REPEATING', 'FOREVER'] as const;

export const CouponDuration = OneOf('CouponDuration', couponDurations);
type CouponDurationName = (typeof couponDurations)[number];

export const couponStatuses = ['ACTIVE', 'INACTIVE', 'EXPIRED', 'DELETED'] as const;
export type CouponStatusName = (typeof couponStatuses)[number];

const sharedFields = {
  id: Type.String({ description: 'The code.' }),
  code: Type.String(),
  devMode: Type.Boolean(),
  discountKind: DiscountKind,
  discount: Type.Integer({ description: 'PERCENTAGE: hundredths of a percentage point. FIXED: centavos.' }),
  status: OneOf('CouponStatus', couponStatuses),
  notes: Nullable(Type.String()),
  maxRedeems: Type.Integer({ description: '-1 is without limit.' }),
  redeemsCount: Type.Integer(),
  metadata: Metadata,
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const CouponRecord = NamedObject('Coupon', {
  ...sharedFields,
  startsAt: Nullable(Timestamp),
  expiresAt: Nullable(Timestamp),
  duration: {
    ...CouponDuration,
    description:
      'Which charges of a subscription it discounts, from the first on: one, `durationInCycles` or every one.',
  },
  durationInCycles: Nullable(Type.Integer({ description: 'Of REPEATING alone.' })),
});
export type CouponRecord = Static<typeof CouponRecord>;

function sharedRecord(coupon: Coupon): Omit<CouponRecord, 'startsAt' | 'expiresAt' | 'duration' | 'durationInCycles'> {
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

export function couponRecord(coupon: Coupon): CouponRecord {
  return {
    ...sharedRecord(coupon),
    startsAt: orNull(coupon.startsAt?.toISOString()),
    expiresAt: orNull(coupon.expiresAt?.toISOString()),
    duration: durationName(coupon),
    durationInCycles: orNull(coupon.durationInCycles),
  };
}

function durationName({ duration }: Coupon): CouponDurationName {
  // Of a version before.
  if (duration === 'COUPON_DURATION_UNSPECIFIED') return 'FOREVER';
  return enumName('COUPON_DURATION', duration);
}

/** v1 has no validity and no duration. */
export const V1CouponRecord = NamedObject('Coupon', {
  ...sharedFields,
  notes: Type.String({ description: '`""` where there are none.' }),
});
export type V1CouponRecord = Static<typeof V1CouponRecord>;

export function v1CouponRecord(coupon: Coupon): V1CouponRecord {
  return { ...sharedRecord(coupon), notes: coupon.notes ?? '' };
}
