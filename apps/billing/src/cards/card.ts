import { hash } from 'node:crypto';
import { toBase62, type IdSource } from '@pitanga/core';
import type { Sealer } from '@pitanga/runtime';

/** A card in the vault, as a charge needs it. */
export interface SavedCard {
  readonly id: string;
  /** Name of the provider whose vault has it. */
  readonly provider: string;
  readonly vaultReference: string;
  readonly brand: string;
  readonly lastFour: string;
  readonly holderName: string;
}

export interface NewCard extends SavedCard {
  readonly expMonth: number;
  readonly expYear: number;
  /** Of its saved token. */
  readonly tokenHash: Buffer;
  readonly createdAt: Date;
}

/** What a browser gets for a card: good for one charge until `expiresAt` (real time). */
export interface CardToken {
  /** `ctok_…`: told once, kept as its hash. */
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

/** What is stored and looked up instead of a token. */
export function hashToken(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/**
 * The token that charges a saved card again. Made from the card's id with the service's key, so that records can
 * show it any time and the database alone can neither show nor make one.
 */
export function savedTokenOf(sealer: Sealer, cardId: string): string {
  const keyed = sealer.fingerprint(`${savedTokenPrefix}${cardId}`);
  // Four pieces of 48 bits in eight characters each: what does not fit into 62^8 costs a piece less than one bit.
  const pieces = [0, 6, 12, 18].map((offset) => toBase62(keyed.readUIntBE(offset, 6), savedTokenLength / 4));
  return savedTokenPrefix + pieces.join('');
}
