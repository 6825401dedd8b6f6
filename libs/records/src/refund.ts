import type { Refund } from '@pitanga/contracts';
import { refundFailureReason, type RefundFailureReason } from '@pitanga/core';
import { instant, enumName, orNull } from './wire';

export const refundStatuses = ['PENDING', 'COMPLETE', 'FAILED'] as const;
export type RefundStatusName = (typeof refundStatuses)[number];

export interface RefundRecord {
  readonly id: string;
  readonly devMode: boolean;
  readonly status: RefundStatusName;
  /** Centavos. */
  readonly amount: number;
  /** The merchant's words. */
  readonly reason: string | null;
  /** What was refunded: the checkout or charge that the caller named. */
  readonly originalId: string;
  /** Of a FAILED one. */
  readonly failureReason: RefundFailureReason | null;
  /** The provider's own code. */
  readonly providerCode: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function refundRecord(refund: Refund): RefundRecord {
  return {
    id: refund.id,
    devMode: refund.devMode,
    status: enumName('REFUND_STATUS', refund.status),
    amount: refund.amountCents,
    reason: orNull(refund.reason),
    originalId: refund.originalId,
    // The name, or the sentence of an older event.
    failureReason: refund.failureReason === undefined ? null : refundFailureReason(refund.failureReason),
    providerCode: orNull(refund.providerCode),
    createdAt: instant(refund.createdAt, 'createdAt'),
    updatedAt: instant(refund.updatedAt, 'updatedAt'),
  };
}
