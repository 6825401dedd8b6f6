import type { AccountOwner, Cents } from '@pitanga/core';
import type { DeclineClass } from '../charges/charge';
import type { Wallet } from '../money/wallets';
import type { AfterPayment } from './after-payment';
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

/** A card that is still to be typed on the provider's own page. */
export interface PageCard {
  readonly isTypedAtProvider: true;
}

export type CardInput = CardData | ProviderCard | PageCard;

/** How a browser gives the provider the card, whose number never reaches us. What is in it is not secret. */
export type CardFields =
  | { readonly kind: 'STRIPE'; readonly publishableKey: string }
  | {
      readonly kind: 'EFI';
      /** Names the account to the provider's script. */
      readonly payeeCode: string;
      readonly environment: 'PRODUCTION' | 'SANDBOX';
      /** Of the provider's script. */
      readonly scriptUrl: string;
    }
  /**
   * No fields: the card is typed on the provider's page. {@link CardProvider.vaultCard} then takes a {@link PageCard} alone, a
   * charge of it REQUIRES_ACTION, and the card comes with its approval.
   */
  | { readonly kind: 'HOSTED' };

/** A stored card: enough to recognise it, useless for payment outside the vault. */
export interface VaultedCard {
  /** The id of the card in the vault; of a {@link PageCard} what says that it is still to be typed. */
  readonly vaultReference: string;
  /** UNKNOWN until it was typed. */
  readonly brand: string;
  /** Empty until it was typed. */
  readonly lastFour: string;
  /** Undefined where the provider does not tell it. */
  readonly expMonth: number | undefined;
  readonly expYear: number | undefined;
  /** Empty where it is unknown. */
  readonly holderName: string;
  /** The same whenever the same number is stored; absent where the caller knows the number. */
  readonly fingerprint: string | undefined;
  /** That the card was in, by the provider's word; absent for one that was typed. */
  readonly wallet?: Wallet | undefined;
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
  /** Who pays, where that is known. */
  readonly payer?: CardOrderPayer | undefined;
}

export interface CardOrderPayer {
  readonly name: string;
  readonly taxId: string;
  readonly email?: string | undefined;
  readonly cellphone?: string | undefined;
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

/** The buyer is to confirm the payment at `actionUrl` (3-D Secure), or to type the card there; no money has moved. */
export type CardAction = {
  readonly status: 'REQUIRES_ACTION';
  readonly actionUrl: string;
  /** How long it is not read again by a job, where each read costs; absent: half a minute. */
  readonly readAgainMs?: number | undefined;
};

export type CardApproval = {
  readonly status: 'APPROVED';
  readonly authorizationId: string;
  /** Whose account the money comes in by; absent in dev mode. */
  readonly owner?: AccountOwner | undefined;
  /** The card that was typed on the provider's page. */
  readonly card?: VaultedCard | undefined;
};

export type CardOutcome = CardApproval | CardDecline | CardAction;

/** What became of a verification; one that is to be confirmed says by which id the provider finds it again. */
export type VerificationOutcome = Exclude<CardOutcome, CardAction> | (CardAction & { readonly reference: string });

/**
 * Stores cards and charges them.
 * @throws AppError INVALID_ARGUMENT for a card that cannot be one, UNAVAILABLE when the outcome is unknown. Preparing and
 * charging also FAILED_PRECONDITION when the provider refused the call and did nothing, with its `providerCode`.
 */
export interface CardProvider extends AfterPayment {
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
  /** By what its button in the browser takes cards; absent: none. */
  readonly wallets?: readonly Wallet[];
  /** Whether a card can be charged again without its holder, as subscriptions need it. */
  readonly canRenew: boolean;
  /** Whether the vault has this card, to be charged without typing; absent: each. */
  readonly isKept?: (vaultReference: string) => boolean;
  /** Whether a card can be verified without a charge, as trials and a subscription's new card need it. */
  readonly canVerify: boolean;
  /** Whether the payer's bank may ask to confirm a payment (3-D Secure); undefined where the provider's page sees to it. */
  readonly canConfirm: boolean | undefined;
  /** Whether it gives back one part of a charge a day (of São Paulo), and no second. */
  readonly isOnePartADay: boolean;
  /** Whether a charge wants its payer's name, tax id, e-mail and cellphone; absent: it does not. */
  readonly needsContact?: boolean;
  /** Puts a card into the vault: as entered, as the provider's fields took it, or as one that its page is to take. */
  vaultCard(card: CardInput): Promise<VaultedCard>;
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
