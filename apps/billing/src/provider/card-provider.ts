import type { Cents } from '@pitanga/core';
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

/** A stored card: enough to recognise it, useless for payment outside the vault. */
export interface VaultedCard {
  /** The id of the card in the vault. */
  readonly vaultReference: string;
  readonly brand: string;
  readonly lastFour: string;
}

export interface CardOrder {
  /** Ours, and the same for every attempt at one charge: the provider charges once. */
  readonly attemptId: string;
  readonly vaultReference: string;
  readonly amountCents: Cents;
  /** 1 to 12. */
  readonly installments: number;
  readonly merchantName: string;
}

export type CardOutcome =
  | { readonly status: 'APPROVED'; readonly authorizationId: string }
  | {
      readonly status: 'DECLINED';
      /** ABECS Normativo 21. */
      readonly code: string;
      /** IRREVERSIBLE: the card must never be sent again. */
      readonly declineClass: DeclineClass;
      readonly message: string;
    };

/**
 * Stores cards and charges them.
 * @throws AppError INVALID_ARGUMENT for a card that cannot be one, UNAVAILABLE when the outcome is unknown.
 */
export interface CardProvider {
  readonly name: string;
  /** Puts a card into the vault. */
  vaultCard(card: CardData): Promise<VaultedCard>;
  /** Verifies a card without a charge (trials). */
  verifyCard(vaultReference: string): Promise<CardOutcome>;
  /** Authorises and captures. A repeat with the same attempt id returns the same outcome and charges once. */
  chargeCard(order: CardOrder): Promise<CardOutcome>;
  /** Undefined when the provider never got this attempt. */
  readCardCharge(attemptId: string): Promise<CardOutcome | undefined>;
  /** Refunds the charge with the authorisation id `order.target`. */
  refundCard(order: RefundOrder): Promise<RefundReading>;
  readCardRefund(order: RefundOrder): Promise<RefundReading | undefined>;
}
