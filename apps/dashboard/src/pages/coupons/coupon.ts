import type { ApiRecord } from '../../api/records';
import type { Tone } from '../../parts/status';

export type Coupon = ApiRecord<'Coupon'>;

export const couponTones: Readonly<Record<Coupon['status'], Tone>> = {
  ACTIVE: 'good',
  INACTIVE: 'quiet',
  EXPIRED: 'info',
  DELETED: 'bad',
};

/** Undefined for a coupon that may be used without limit. */
export function redeemLimit({ maxRedeems }: Pick<Coupon, 'maxRedeems'>): number | undefined {
  return maxRedeems < 0 ? undefined : maxRedeems;
}

/** The word for the charges of a subscription that have the discount. */
export function durationWord({ duration }: Pick<Coupon, 'duration'>): 'ONCE' | 'FOREVER' | 'repeats' {
  return duration === 'REPEATING' ? 'repeats' : duration;
}

/** What keeps a coupon from being used, beside the switch. */
export function couponHint(
  { status, startsAt, expiresAt }: Pick<Coupon, 'status' | 'startsAt' | 'expiresAt'>,
  now: Date,
): 'expiredHint' | 'notStartedHint' | 'pastEndHint' | undefined {
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'pastEndHint';
  if (status === 'EXPIRED') return 'expiredHint';
  return startsAt !== null && new Date(startsAt) > now ? 'notStartedHint' : undefined;
}
