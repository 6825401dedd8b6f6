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
