import { cardBrandName, hasCheckDigit } from '@pitanga/core';
import creditCardType from 'credit-card-type';

type CardType = ReturnType<typeof creditCardType>[number];

/** Visa, Mastercard, Elo and others, once the first digits tell one apart. */
export function findBrand(digits: string): string | undefined {
  return findCardType(digits)?.niceType;
}

/** VISA, MASTERCARD, ELO and others, as in a token; undefined until the first digits tell one apart. */
export function findBrandName(digits: string): string | undefined {
  const type = findCardType(digits)?.type;
  return type === undefined ? undefined : cardBrandName(type);
}

function findCardType(digits: string): CardType | undefined {
  if (digits.length < 2) return undefined;
  const [best, ...others] = creditCardType(digits);
  return others.length === 0 ? best : undefined;
}

/** The best of the brands that begin like this. */
function bestType(digits: string): CardType | undefined {
  return digits.length > 0 ? creditCardType(digits)[0] : undefined;
}

/** Where the digits of the brand are parted; in fours where the brand is not known. */
export function digitGaps(digits: string): readonly number[] {
  return bestType(digits)?.gaps ?? [4, 8, 12, 16];
}

/** The fewest digits of a number that begins like this. */
export function fewestDigits(digits: string): number {
  return Math.min(...(bestType(digits)?.lengths ?? [12]));
}

/** Digits of the security code: American Express prints four. */
export function cvvLength(digits: string): number {
  return bestType(digits)?.code.size === 4 && digits.length > 1 ? 4 : 3;
}

/** A whole number of a card: of a length of its brand, with its check digit. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const best = bestType(digits);
  return (!best || best.lengths.includes(digits.length)) && hasCheckDigit(digits);
}
