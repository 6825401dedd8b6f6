import { cardBrandName } from '@pitanga/core';
import creditCardType from 'credit-card-type';

/** VISA, MASTERCARD, ELO, AMEX, HIPERCARD, DINERS and others by the first digits; else UNKNOWN. */
export function cardBrand(digits: string): string {
  const [best] = creditCardType(digits);
  return best ? cardBrandName(best.type) : 'UNKNOWN';
}

/** Whether the number has a length of its brand; true for an unknown brand. */
export function isLengthOfBrand(digits: string): boolean {
  const [best] = creditCardType(digits);
  return !best || best.lengths.includes(digits.length);
}
