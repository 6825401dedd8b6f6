import type { ApiRecord } from '../../api/records';
import type { Tone } from '../../parts/status';

export type Charge = ApiRecord<'StoreCharge'>;

export const chargeTones: Readonly<Record<Charge['status'], Tone>> = {
  PENDING: 'wait',
  PAID: 'good',
  EXPIRED: 'quiet',
  CANCELLED: 'quiet',
  FAILED: 'bad',
  REFUNDED: 'info',
  UNDER_DISPUTE: 'bad',
  CHARGED_BACK: 'bad',
};
