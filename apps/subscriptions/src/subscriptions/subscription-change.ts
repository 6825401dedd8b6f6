import { liveCoupons } from '../coupons/agreed-coupon';
import type { Subscription } from './subscription';

/** What `subscription.updated` tells; a new plan, a payment and the end have events of their own. */
export type SubscriptionChange =
  | 'PAUSED'
  | 'RESUMED'
  | 'END_SET'
  | 'END_TAKEN_BACK'
  | 'COUPON_ADDED'
  | 'COUPON_REMOVED'
  | 'PLAN_CHANGE_CANCELLED'
  | 'CARD_REPLACED';

type Changeable = Pick<
  Subscription,
  'pausedAt' | 'resumesAt' | 'resumeFrom' | 'endsAt' | 'agreedCoupons' | 'cardReplacedAt'
>;

/** What a change of its row is to those who read about it; one coupon in the place of another is both. */
export function changesBetween(before: Changeable, after: Changeable): readonly SubscriptionChange[] {
  const known = liveCoupons(before.agreedCoupons);
  const kept = liveCoupons(after.agreedCoupons);
  const changes: readonly (SubscriptionChange | false)[] = [
    after.pausedAt !== undefined && toPause(before) !== toPause(after) && 'PAUSED',
    before.pausedAt !== undefined && after.pausedAt === undefined && 'RESUMED',
    after.endsAt !== undefined && before.endsAt?.getTime() !== after.endsAt.getTime() && 'END_SET',
    before.endsAt !== undefined && after.endsAt === undefined && 'END_TAKEN_BACK',
    kept.some((coupon) => !known.includes(coupon)) && 'COUPON_ADDED',
    known.some((coupon) => !kept.includes(coupon)) && 'COUPON_REMOVED',
    before.cardReplacedAt?.getTime() !== after.cardReplacedAt?.getTime() && 'CARD_REPLACED',
  ];
  return changes.filter((change) => change !== false);
}

function toPause({ pausedAt, resumesAt, resumeFrom }: Changeable): string {
  return JSON.stringify([pausedAt, resumesAt, resumeFrom]);
}
