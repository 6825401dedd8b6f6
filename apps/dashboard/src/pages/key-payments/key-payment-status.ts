import type { ApiRecord } from '../../api/records';
import type { Tone } from '../../parts/status';

export type KeyPayment = ApiRecord<'KeyPayment'>;
export type KeyPaymentDetails = ApiRecord<'KeyPaymentDetails'>;
export type KeyPaymentMatch = KeyPaymentDetails['matches'][number];

export const keyPaymentTones: Readonly<Record<KeyPayment['status'], Tone>> = {
  WAITING: 'wait',
  ATTACHED: 'good',
  RETURNING: 'wait',
  RETURNED: 'quiet',
};
