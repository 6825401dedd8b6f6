import { hash } from 'node:crypto';
import { toBase62, type IdSource } from '@pitanga/core';
import type { Sealer } from '@pitanga/runtime';
import type { Wallet } from '../money/wallets';

/** A card in a provider's vault. */
export interface SavedCard {
  readonly id: string;
  /** Name of the provider of the vault. */
  readonly provider: string;
  readonly vaultReference: string;
  readonly brand: string;
  /** Empty until it is typed on the provider's page. */
  readonly lastFour: string;
  readonly holderName: string;
  /** That it was in; undefined for one that was typed. */
  readonly wallet: Wallet | undefined;
}

export interface NewCard extends SavedCard {
  /** Undefined where the provider does not tell it. */
  readonly expMonth: number | undefined;
  readonly expYear: number | undefined;
  /** Hash of its saved token. */
  readonly tokenHash: Buffer;
  readonly createdAt: Date;
}

/** A token for one charge of a card, valid until `expiresAt` (real time). */
export interface CardToken {
  /** `ctok_…`: returned once, stored as its hash. */
  readonly id: string;
  readonly brand: string;
  readonly lastFour: string;
  readonly expiresAt: Date;
}

export const cardTokenLifetimeMs = 60_000;

const cardTokenPrefix = 'ctok_';
/** 256 bits. */
const cardTokenLength = 43;
const savedTokenPrefix = 'card_tok_';
/** 190 bits. */
const savedTokenLength = 32;

export function newCardToken(ids: IdSource): string {
  return cardTokenPrefix + ids.token(cardTokenLength);
}

export function isCardToken(text: string): boolean {
  return text.startsWith(cardTokenPrefix);
}

export function isSavedToken(text: string): boolean {
  return text.startsWith(savedTokenPrefix);
}

/** Tokens are stored and found by this hash. */
export function hashToken(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/**
 * The token that charges a saved card again. Derived from the card's id with the service's key, so that records can
 * show it at any time and it cannot be derived from the database alone.
 */
export function deriveSavedToken(sealer: Sealer, cardId: string): string {
  const keyed = sealer.fingerprint(`${savedTokenPrefix}${cardId}`);
  // Four pieces of 48 bits in eight characters each: 62^8 is less than 2^48, which costs a piece less than one bit.
  const pieces = [0, 6, 12, 18].map((offset) => toBase62(keyed.readUIntBE(offset, 6), savedTokenLength / 4));
  return savedTokenPrefix + pieces.join('');
}
