import type { ApiRecord } from '../../api/records';
import type { Tone } from '../../parts/status';

export const saleTones: Readonly<Record<ApiRecord<'Checkout'>['status'], Tone>> = {
  ACTIVE: 'good',
  PENDING: 'wait',
  PAID: 'good',
  EXPIRED: 'quiet',
  CANCELLED: 'quiet',
  REFUNDED: 'info',
};
