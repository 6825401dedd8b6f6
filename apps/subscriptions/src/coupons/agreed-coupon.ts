import { fromWire, type Coupon } from '@pitanga/contracts';
import type { AgreedCoupon } from '../subscriptions/subscription';

/** What billing tells of a coupon, as it is now. */
export function agreedCoupon({
  code,
  discountKind,
  discount,
}: Pick<Coupon, 'code' | 'discountKind' | 'discount'>): AgreedCoupon {
  return { code, kind: fromWire('DISCOUNT_KIND', ['PERCENTAGE', 'FIXED'], discountKind), discount };
}
