import { refundFailureReason, type AppError, type Cents, type RefundFailureReason } from '@pitanga/core';
import type { OrderFailure } from '@pitanga/provider-account';

/** Money to send back to a payer. */
export interface RefundOrder {
  /** 1 to 35 letters and digits; the same for every attempt, so the provider refunds once. */
  readonly refundId: string;
  /** The payment: a Pix end-to-end id, or a card authorisation id. */
  readonly target: string;
  /** The provider's id of the refunded charge, where it is not ours. */
  readonly chargeReference?: string | undefined;
  readonly amountCents: Cents;
  readonly requestedAt: Date;
  /** Real time of this call. */
  readonly now: Date;
}

/** The state of a refund at the provider. */
export interface RefundReading {
  readonly status: 'PENDING' | 'COMPLETE' | 'FAILED';
  /** The provider's id of the return (rtrId of a Pix), if it has one. */
  readonly reference: string | undefined;
  /** Why it FAILED. */
  readonly failureReason: RefundFailureReason | undefined;
  /** The provider's own code of its failure. */
  readonly providerCode: string | undefined;
  /** The account that sent it, where that is another than the one which had the payment. */
  readonly sentBy?: string | undefined;
}

/** Why a refund fails. */
export type RefundFailure = OrderFailure<RefundFailureReason>;

/** The failure in a thrown refusal: metadata of a provider's error, or the reason of the ledger's. */
export function toRefundFailure({ reason, metadata }: AppError): RefundFailure {
  const { failureReason = reason, providerCode } = metadata;
  return { failureReason: refundFailureReason(failureReason), providerCode };
}
