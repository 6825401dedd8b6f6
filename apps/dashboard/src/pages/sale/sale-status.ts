import type { ApiRecord } from '../../api/records';
import type { Tone } from '../../parts/status';

type Sale = Pick<ApiRecord<'Checkout'>, 'status' | 'refundedAmount'>;

/** What a person sees of a page: its status, and whether a part of a paid one went back. */
export type SaleState = Sale['status'] | 'PARTLY_REFUNDED';

export function saleState({ status, refundedAmount }: Sale): SaleState {
  return status === 'PAID' && refundedAmount > 0 ? 'PARTLY_REFUNDED' : status;
}

export const saleTones: Readonly<Record<SaleState, Tone>> = {
  PARTLY_REFUNDED: 'info',
  ACTIVE: 'good',
  PENDING: 'wait',
  PAID: 'good',
  EXPIRED: 'quiet',
  CANCELLED: 'quiet',
  REFUNDED: 'info',
};
