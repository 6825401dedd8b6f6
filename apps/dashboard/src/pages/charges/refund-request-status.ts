import type { ApiRecord } from '../../api/records';
import type { Tone } from '../../parts/status';

export type RefundRequest = ApiRecord<'RefundRequest'>;

export const refundRequestTones: Readonly<Record<RefundRequest['status'], Tone>> = {
  OPEN: 'wait',
  APPROVED: 'good',
  REFUSED: 'quiet',
};
