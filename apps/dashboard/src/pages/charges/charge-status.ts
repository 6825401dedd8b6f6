import type { ApiRecord } from '../../api/records';
import type { Tone } from '../../parts/status';

export type Charge = ApiRecord<'StoreCharge'>;
export type ChargeDetails = ApiRecord<'StoreChargeDetails'>;

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

/** Centavos that can still go back; none while a dispute is open. */
export function refundableAmount({ status, paidAmount, refundedAmount }: Charge): number {
  return status === 'PAID' ? (paidAmount ?? 0) - refundedAmount : 0;
}
