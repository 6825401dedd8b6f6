import type { Cents } from '@pitanga/core';
import type { DeclineClass } from '../charges/charge';
import type { RefundOrder, RefundReading } from './refund-reading';

/** A card as its holder typed it. Never stored, logged or published. */
export interface CardData {
  readonly number: string;
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly cvv: string;
  readonly holderName: string;
}

/** What is kept of a card: enough to recognise it, nothing to pay with outside the vault. */
export interface VaultedCard {
  /** The vault's own name of the card; useless without the vault's credentials. */
  readonly vaultReference: string;
  readonly brand: string;
  readonly lastFour: string;
}

export interface CardOrder {
  /** Ours, and the same on every try of one charge: it is what makes a repeat harmless. */
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
 * Keeps cards and charges them.
 * @throws AppError INVALID_ARGUMENT for a card that cannot be one, UNAVAILABLE when the outcome is unknown.
 */
export interface CardProvider {
  readonly name: string;
  /** Puts a card into the vault. */
  vaultCard(card: CardData): Promise<VaultedCard>;
  /** Asks whether the card would pay, without taking money (trials). */
  verifyCard(vaultReference: string): Promise<CardOutcome>;
  /** Authorises and captures. The same attempt id answers the same outcome and charges once. */
  chargeCard(order: CardOrder): Promise<CardOutcome>;
  /** Undefined when the provider never got this attempt. */
  readCardCharge(attemptId: string): Promise<CardOutcome | undefined>;
  /** Undoes a charge, named by its authorisation id in `order.target`. */
  refundCard(order: RefundOrder): Promise<RefundReading>;
  readCardRefund(order: RefundOrder): Promise<RefundReading | undefined>;
}
