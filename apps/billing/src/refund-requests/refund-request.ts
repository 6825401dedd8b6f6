import type { Cents } from '@pitanga/core';

export const refundRequestStatuses = ['OPEN', 'APPROVED', 'REFUSED'] as const;
export type RefundRequestStatus = (typeof refundRequestStatuses)[number];

/** A customer asks the store for money back. One of a charge is OPEN at a time. */
export interface RefundRequest {
  readonly id: string;
  readonly devMode: boolean;
  readonly status: RefundRequestStatus;
  readonly chargeId: string;
  readonly checkoutId: string | undefined;
  readonly customerId: string;
  /** What was left of the charge when it was asked for. */
  readonly amountCents: Cents;
  /** The customer's words. */
  readonly reason: string | undefined;
  /** The refund that answered it. */
  readonly refundId: string | undefined;
  /** Store time. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
