import type { ApiRecord } from '../../../api/records';
import type { Tone } from '../../../parts/status';

export type SubscriptionCheckout = ApiRecord<'SubscriptionCheckout'>;

export const checkoutTones: Readonly<Record<SubscriptionCheckout['status'], Tone>> = {
  PENDING: 'wait',
  PAID: 'good',
  ACTIVE: 'good',
  EXPIRED: 'quiet',
  CANCELLED: 'quiet',
  REFUNDED: 'info',
};
