import type { Cents } from '@pitanga/core';
import type { PixPayment, PixReading, PixRegistration } from './pix-provider';

/** How often a recurrence is collected. */
export type RecurrenceCycle = 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'SEMIANNUALLY' | 'ANNUALLY';

/** A recurrence that a payer is to authorise. */
export interface AuthorizationOrder {
  /** Of {@link AutomaticPixProvider.createLocation}; a location serves one authorisation, so that a repeat makes no second. */
  readonly locationId: string;
  /** What the payer's bank shows as the contract; at most 35 characters. */
  readonly contract: string;
  /** What it is for; cut to 35 characters. */
  readonly description: string | undefined;
  readonly debtor: { readonly name: string; readonly taxId: string };
  readonly cycle: RecurrenceCycle;
  /** YYYY-MM-DD: when the first cycle is expected to be paid. */
  readonly firstDay: string;
  /** FIXED: no cycle may cost anything else. FLOOR: the lowest maximum that the payer may set. Absent: any amount. */
  readonly amount: { readonly kind: 'FIXED' | 'FLOOR'; readonly cents: Cents } | undefined;
  /** The Pix charge whose payment authorises it as well; absent where nothing is paid at the start. */
  readonly firstTxid: string | undefined;
}

/** An authorisation as its bank has it. */
export interface AuthorizationReading {
  /** 29 letters and digits. */
  readonly id: string;
  readonly contract: string | undefined;
  readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'CANCELLED';
  /** When the payer authorised it; undefined where the bank's answer has no time. */
  readonly approvedAt: Date | undefined;
  /** Why it ended, if it has. */
  readonly endCode: string | undefined;
}

/** What one cycle is to take from the payer's account. */
export interface DebitOrder {
  /** 26 to 35 letters and digits, unique per receiver. */
  readonly txid: string;
  readonly authorizationId: string;
  readonly amountCents: Cents;
  /** YYYY-MM-DD; the bank moves it to the next business day. */
  readonly day: string;
}

/** One try of the payer's bank. */
export interface DebitTry {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly status: 'OPEN' | 'PAID' | 'FAILED';
  /** Why it failed. */
  readonly code: string | undefined;
}

/** A debit as its bank has it. */
export interface DebitReading {
  readonly status: 'OPEN' | 'PAID' | 'REJECTED' | 'EXPIRED' | 'CANCELLED';
  /** Whether the payer's bank has accepted it. */
  readonly isAccepted: boolean;
  readonly amountCents: Cents | undefined;
  /** Oldest first. */
  readonly tries: readonly DebitTry[];
  readonly payments: readonly PixPayment[];
  /** Why it ended without payment. */
  readonly endCode: string | undefined;
}

/** A code that can be paid until the end of a day. */
export interface CodeOrder {
  /** 26 to 35 letters and digits, unique per receiver. */
  readonly txid: string;
  readonly amountCents: Cents;
  readonly merchantName: string;
  readonly merchantCity: string;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly day: string;
  readonly description: string | undefined;
  readonly debtor: {
    readonly name: string;
    readonly taxId: string;
    /** Where it is known whole; some banks want it. */
    readonly address?: DebtorAddress | undefined;
  };
}

export interface DebtorAddress {
  /** With the number. */
  readonly street: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** Eight digits. */
  readonly zipCode: string;
}

/**
 * Collects cycles by automatic Pix (docs/behaviour/brazil.md#automatic-pix). Production only: dev mode needs no bank.
 *
 * @throws AppError UNAVAILABLE when the outcome is unknown, FAILED_PRECONDITION when the bank refuses
 */
export interface AutomaticPixProvider {
  /** Where a payer's bank reads an authorisation; one that is never used costs nothing. */
  createLocation(): Promise<string>;
  /** May be repeated with the same location. */
  createAuthorization(order: AuthorizationOrder): Promise<AuthorizationReading>;
  /** Undefined when the bank has none of this id. */
  readAuthorization(id: string): Promise<AuthorizationReading | undefined>;
  /** The BR Code that authorises, and pays the charge with this txid if there is one. */
  readAuthorizationCode(id: string, txid: string | undefined): Promise<string>;
  /** May be repeated. */
  cancelAuthorization(id: string): Promise<void>;
  /** May be repeated with the same order. A payer who pays it may be offered an authorisation with it (journey 4). */
  createCode(order: CodeOrder): Promise<PixRegistration>;
  /** Undefined when the bank has none of this txid. */
  readCode(txid: string): Promise<PixReading | undefined>;
  /** Closes it for payments; one in flight may still arrive. May be repeated. */
  cancelCode(txid: string): Promise<void>;
  /** May be repeated with the same txid. */
  createDebit(order: DebitOrder): Promise<DebitReading>;
  /** Undefined when the bank has none of this txid. */
  readDebit(txid: string): Promise<DebitReading | undefined>;
  /** Has it tried again on a day to come (YYYY-MM-DD). May be repeated with the same day. */
  retryDebit(txid: string, day: string): Promise<DebitReading>;
  /** False when it can no longer be cancelled. May be repeated, also for a debit that the bank never had. */
  cancelDebit(txid: string): Promise<boolean>;
}
