import type { Cents } from '@pitanga/core';

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
  /** Why it FAILED, in a sentence a merchant may read. */
  readonly failureReason: string | undefined;
}
