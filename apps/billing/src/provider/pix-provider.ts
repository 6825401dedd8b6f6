import type { Cents } from '@pitanga/core';
import type { RefundOrder, RefundReading } from './refund-reading';

/** A Pix charge to register with whoever receives the money. */
export interface PixOrder {
  /** 26 to 35 letters and digits, unique per receiver (docs/behaviour/brazil.md#txid). */
  readonly txid: string;
  readonly amountCents: Cents;
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly now: Date;
  readonly expiresAt: Date;
  /** What the payer's bank may show; at most 140 characters are sent. */
  readonly description: string | undefined;
  /** Who is asked to pay; whoever pays may be somebody else. */
  readonly debtor: { readonly name: string; readonly taxId: string } | undefined;
  /** Refuse a payer whose tax id is not the debtor's; only asked of a provider that can. */
  readonly ensureSameTaxId: boolean;
}

/** The code a payer scans or pastes. */
export interface PixRegistration {
  readonly brCode: string;
}

/** One transfer that the provider received for a txid. */
export interface PixPayment {
  /** Names the transfer: the same one told twice is one payment. */
  readonly endToEndId: string;
  readonly amountCents: Cents;
  readonly paidAt: Date;
  /** Only where the provider tells it. */
  readonly payer: { readonly name: string | undefined; readonly taxId: string | undefined } | undefined;
}

/** What the provider knows of a charge now. */
export interface PixReading {
  readonly status: 'OPEN' | 'PAID' | 'CANCELLED';
  readonly payments: readonly PixPayment[];
}

/**
 * Receives Pix: the simulator in dev mode, a bank's adapter in production. Every call may be made again
 * with the same order: a provider answers a repeat as it answered the first.
 *
 * @throws AppError UNAVAILABLE when the outcome is unknown, FAILED_PRECONDITION when the provider refuses.
 */
export interface PixProvider {
  /** Stored with the charge, so that its later steps go to the provider that has it. */
  readonly name: string;
  /** Stored with each refund that is sent through it: which account at the provider, no secret and no key in clear. */
  readonly account?: string;
  /** Whether it can refuse a payer whose CPF or CNPJ is not the customer's. */
  readonly canEnsureSameTaxId: boolean;
  createPix(order: PixOrder): Promise<PixRegistration>;
  /** Undefined when the provider has no such charge. */
  readPix(txid: string): Promise<PixReading | undefined>;
  /** The code takes no more payments; one on its way may still cross this. */
  cancelPix(txid: string): Promise<void>;
  /** Sends a received transfer back, named by its end-to-end id in `order.target`. */
  refundPix(order: RefundOrder): Promise<RefundReading>;
  /** Undefined when the provider never got the order. */
  readPixRefund(order: RefundOrder): Promise<RefundReading | undefined>;
}
