import type { AccountOwner, Cents } from '@pitanga/core';
import type { AfterPayment } from './after-payment';
import type { RefundOrder, RefundReading } from './refund-reading';

/** A Pix charge to register with the provider. */
export interface PixOrder {
  /** 26 to 35 letters and digits, unique per receiver (docs/behaviour/brazil.md#txid). */
  readonly txid: string;
  readonly amountCents: Cents;
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly now: Date;
  readonly expiresAt: Date;
  /** For the payer's bank to show; at most 140 characters are sent. */
  readonly description: string | undefined;
  /** The customer; another person may pay. */
  readonly debtor: { readonly name: string; readonly taxId: string } | undefined;
  /** Payers with another tax id than the debtor's are refused; only for providers that support it. */
  readonly ensureSameTaxId: boolean;
  /** That no call before has sent this txid; absent for a repeat, and where it is not known. */
  readonly isNew?: boolean;
  /** Another account makes it where this one is not reached: a connection that is refused is not tried again. */
  readonly givesWay?: boolean;
}

/** A registered Pix charge. */
export interface PixRegistration {
  readonly brCode: string;
  /** The provider's id of the charge, if it is not ours. */
  readonly reference?: string | undefined;
}

/** What a provider's Pix can be. It is checked before anything is written. */
export interface PixRules {
  readonly amountCentsMin: Cents;
  /** Whether a code can be paid no more after its expiry; one that can is cancelled when its charge ends. */
  readonly endsCodes: boolean;
}

/** One received transfer of a txid. */
export interface PixPayment {
  /** Identifies the transfer. */
  readonly endToEndId: string;
  readonly amountCents: Cents;
  readonly paidAt: Date;
  /** If the provider reports it. */
  readonly payer: { readonly name: string | undefined; readonly taxId: string | undefined } | undefined;
  /** Whose account it came in by. */
  readonly owner?: AccountOwner | undefined;
}

/** A transfer that the account received, whatever it is for. */
export interface ReceivedPix extends PixPayment {
  /** Of a charge, of a static code, or of another system that uses the key. */
  readonly txid: string | undefined;
  /** Whether it may have paid the Pix code of a boleto, whose txid is the bank's own: the boleto brings it then. */
  readonly mayBeBoleto?: boolean;
  /** What of it is neither back with its payer nor on its way there. */
  readonly leftCents: Cents;
  /** Whether the provider says that it came to this key: else it may have come to another of the same account. */
  readonly isKeyNamed: boolean;
}

export interface ReceivedPage {
  readonly payments: readonly ReceivedPix[];
  readonly isLast: boolean;
}

/** The state of a charge at the provider. */
export interface PixReading {
  readonly status: 'OPEN' | 'PAID' | 'CANCELLED';
  readonly payments: readonly PixPayment[];
  /** As {@link PixRegistration} has it: a provider may find what is gone by that alone. */
  readonly reference?: string | undefined;
}

/**
 * Receives Pix: the simulator in dev mode, the adapter of a bank in production. Every call may be retried with the same
 * order, and returns the same answer.
 *
 * @throws AppError UNAVAILABLE when the outcome is unknown, FAILED_PRECONDITION when the provider refuses.
 */
export interface PixProvider extends AfterPayment {
  /** Stored with the charge, so that later calls go to the same provider. */
  readonly name: string;
  /** Identifies the account at the provider, without secrets; stored with each refund. */
  readonly account?: string;
  /** Whose the account is; undefined for the simulator, and of an account without an owner. */
  readonly owner?: AccountOwner | undefined;
  /** Whether it refuses payers with another tax id than the customer's, or tells each payer's so that we can. */
  readonly canEnsureSameTaxId: boolean;
  /** Whether what comes to the key without a charge is looked for: false where its owner uses the key elsewhere, too. */
  readonly watchesKey?: boolean;
  /** A page of what the account received from `from` to `until`, the first is 0; absent where the provider has no such list. */
  readonly listReceived?: (
    window: { readonly from: Date; readonly until: Date },
    page: number,
  ) => Promise<ReceivedPage>;
  /** By how much listing is to be rarer, where the provider counts calls: 1 unless few are left. */
  readonly slowness?: () => number;
  /** One Pix that the account received without a charge; absent where only the list tells of it. */
  readonly readReceived?: (endToEndId: string) => Promise<ReceivedPix | undefined>;
  readonly rules: PixRules;
  createPix(order: PixOrder): Promise<PixRegistration>;
  /** Undefined when the provider has no such charge. @param reference as {@link PixRegistration} had it */
  readPix(txid: string, reference?: string): Promise<PixReading | undefined>;
  /** Closes the code for payments; a payment in flight may still arrive. */
  cancelPix(txid: string, reference?: string): Promise<void>;
  /** Returns the transfer with the end-to-end id `order.target`. */
  refundPix(order: RefundOrder): Promise<RefundReading>;
  /** Undefined when the provider has no such order. */
  readPixRefund(order: RefundOrder): Promise<RefundReading | undefined>;
}
