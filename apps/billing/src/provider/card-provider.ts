import type { AccountOwner, Cents } from '@pitanga/core';
import type { DeclineClass } from '../charges/charge';
import type { RefundOrder, RefundReading } from './refund-reading';

/** A card as entered. Never stored, logged or published. */
export interface CardData {
  readonly number: string;
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly cvv: string;
  readonly holderName: string;
}

/** A card that the provider's own fields took in the buyer's browser. */
export interface ProviderCard {
  /** The provider's id of it. */
  readonly paymentMethod: string;
  /** As typed beside the fields, if the provider does not know it. */
  readonly holderName: string | undefined;
}

/** The provider's own fields, by which a browser gives it the card: its number never reaches us. */
export interface CardFields {
  readonly kind: 'STRIPE';
  /** Not secret: it goes into the page. */
  readonly publishableKey: string;
}

/** A stored card: enough to recognise it, useless for payment outside the vault. */
export interface VaultedCard {
  /** The id of the card in the vault. */
  readonly vaultReference: string;
  readonly brand: string;
  readonly lastFour: string;
  readonly expMonth: number;
  readonly expYear: number;
  /** Empty where it is unknown. */
  readonly holderName: string;
  /** The same whenever the same number is stored; absent where the caller knows the number. */
  readonly fingerprint: string | undefined;
}

/** One attempt to charge a card. */
export interface CardAttempt {
  /** Ours, and the same for every attempt at one charge: the provider charges once. */
  readonly attemptId: string;
  /** What {@link CardProvider.prepareCharge} answered for it; absent when it was never prepared. */
  readonly reference: string | undefined;
}

export interface CardOrder extends CardAttempt {
  readonly vaultReference: string;
  readonly amountCents: Cents;
  /** 1 to {@link CardProvider.installmentsMax}. */
  readonly installments: number;
  /** A renewal: the buyer is not there to confirm anything. */
  readonly isOffSession: boolean;
  /** Where the buyer comes back to after a confirmation. */
  readonly returnUrl: string;
}

/** A verification of a card without a charge. */
export type CardVerification = Pick<CardOrder, 'attemptId' | 'vaultReference' | 'returnUrl'>;

export type CardDecline = {
  readonly status: 'DECLINED';
  /** Of ABECS Normativo 21, or the provider's own. */
  readonly code: string;
  /** IRREVERSIBLE: the card must never be sent again. */
  readonly declineClass: DeclineClass;
  readonly message: string;
};

/** The buyer is to confirm the payment at `actionUrl` (3-D Secure); no money has moved. */
export type CardAction = { readonly status: 'REQUIRES_ACTION'; readonly actionUrl: string };

export type CardApproval = {
  readonly status: 'APPROVED';
  readonly authorizationId: string;
  /** Whose account the money comes in by; absent in dev mode. */
  readonly owner?: AccountOwner | undefined;
};

export type CardOutcome = CardApproval | CardDecline | CardAction;

/** What became of a verification; one that is to be confirmed says by which id the provider finds it again. */
export type VerificationOutcome = Exclude<CardOutcome, CardAction> | (CardAction & { readonly reference: string });

/**
 * Stores cards and charges them.
 * @throws AppError INVALID_ARGUMENT for a card that cannot be one, UNAVAILABLE when the outcome is unknown. Preparing and
 * charging also FAILED_PRECONDITION when the provider refused the call and did nothing, with its `providerCode`.
 */
export interface CardProvider {
  readonly name: string;
  /** Identifies the account, where the provider has several. */
  readonly account?: string;
  /** Whose the account is; undefined for the simulator, and of an account without an owner. */
  readonly owner?: AccountOwner | undefined;
  /** The most installments of one charge. */
  readonly installmentsMax: number;
  /** The smallest amount of a charge. */
  readonly amountCentsMin: Cents;
  /** Absent for a provider that takes the card itself. */
  readonly fields: CardFields | undefined;
  /** Puts a card into the vault: as entered, or as the provider's fields took it. */
  vaultCard(card: CardData | ProviderCard): Promise<VaultedCard>;
  /** Verifies a card without a charge (trials). A repeat with the same attempt id reads how the first one ended. */
  verifyCard(verification: CardVerification): Promise<VerificationOutcome>;
  /** Of a verification that was to be confirmed. */
  readVerification(reference: string): Promise<CardOutcome>;
  /** Ends such a verification, so that it cannot be confirmed later; returns the outcome if it has one. */
  cancelVerification(reference: string): Promise<Exclude<CardOutcome, CardAction> | undefined>;
  /**
   * Announces a charge and moves no money; the caller stores the answer before {@link chargeCard}, so that every attempt
   * can be found again. Undefined for a provider that finds attempts by their id; the decline of a card that the vault no
   * longer has.
   */
  prepareCharge(order: CardOrder): Promise<string | CardDecline | undefined>;
  /** Authorises and captures. A repeat with the same attempt returns the same outcome and charges once. */
  chargeCard(order: CardOrder): Promise<CardOutcome>;
  /** Undefined when the provider never got this attempt. */
  readCardCharge(attempt: CardAttempt): Promise<CardOutcome | undefined>;
  /** Ends an attempt without an outcome, so that nothing can charge it later; returns the outcome if it has one. */
  cancelCardCharge(attempt: CardAttempt): Promise<Exclude<CardOutcome, CardAction> | undefined>;
  /** Refunds the charge with the authorisation id `order.target`. */
  refundCard(order: RefundOrder): Promise<RefundReading>;
  readCardRefund(order: RefundOrder): Promise<RefundReading | undefined>;
}
