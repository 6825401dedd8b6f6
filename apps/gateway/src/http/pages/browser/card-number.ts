import creditCardType from 'credit-card-type';

/** Visa, Mastercard, Elo and others, once the first digits tell one apart. */
export function brandOf(digits: string): string | undefined {
  if (digits.length < 2) return undefined;
  const [best, ...others] = creditCardType(digits);
  return best && others.length === 0 ? best.niceType : undefined;
}

/** Where the digits of the brand are parted; in fours where the brand is not known. */
export function gapsOf(digits: string): readonly number[] {
  const [best] = creditCardType(digits);
  return best && digits.length > 0 ? best.gaps : [4, 8, 12, 16];
}

/** A whole number of a card: of a length of its brand, with its check digit (ISO/IEC 7812-1, annex B). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const [best] = creditCardType(digits);
  return (!best || best.lengths.includes(digits.length)) && hasCheckDigit(digits);
}

function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - index));
    const weighted = index % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
