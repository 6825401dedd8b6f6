import { refundFailureReason, type AppError, type Cents, type RefundFailureReason } from '@pitanga/core';
import type { OrderFailure } from '@pitanga/provider-account';

/** Money to send back to a payer. */
export interface RefundOrder {
  /** 1 to 35 letters and digits, ours, and the same on every attempt: it is what makes a repeat harmless. */
  readonly refundId: string;
  /** What the money came by: a Pix end-to-end id, or a card authorisation id. */
  readonly target: string;
  readonly amountCents: Cents;
  readonly requestedAt: Date;
  /** Real time of this call. */
  readonly now: Date;
}

/** How a refund stands at the provider. */
export interface RefundReading {
  readonly status: 'PENDING' | 'COMPLETE' | 'FAILED';
  /** The provider's own id of the return (rtrId of a Pix), once it has one. */
  readonly reference: string | undefined;
  /** Why it FAILED. */
  readonly failureReason: RefundFailureReason | undefined;
  /** The provider's own code of its failure. */
  readonly providerCode: string | undefined;
}

/** Why a refund fails. */
export type RefundFailure = OrderFailure<RefundFailureReason>;

/** What a refusal that was thrown says: a provider's by its metadata, the ledger's by its own reason. */
export function refusalOf({ reason, metadata }: AppError): RefundFailure {
  const { failureReason = reason, providerCode } = metadata;
  return { failureReason: refundFailureReason(failureReason), providerCode };
}
