import { toWire, type Coupon as CouponMessage } from '@pitanga/contracts';
import { couponStatusAt, type Coupon } from '../coupons/coupon';

/** A coupon in responses and events, as it is at an instant of the store. */
export function couponToWire(coupon: Coupon, at: Date): CouponMessage {
  return {
    ...coupon,
    discountKind: toWire('DISCOUNT_KIND', coupon.discountKind),
    status: toWire('COUPON_STATUS', couponStatusAt(coupon, at)),
    duration: toWire('COUPON_DURATION', coupon.duration),
  };
}
