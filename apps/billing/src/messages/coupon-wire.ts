import { toWire, type Coupon as CouponMessage } from '@pitanga/contracts';
import type { Coupon } from '../coupons/coupon';

/** A coupon in responses and events, without the id of its row. */
export function couponToWire(coupon: Coupon): CouponMessage {
  return {
    ...coupon,
    discountKind: toWire('DISCOUNT_KIND', coupon.discountKind),
    status: toWire('COUPON_STATUS', coupon.status),
  };
}
