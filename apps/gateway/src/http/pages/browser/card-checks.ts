import { cvvLength, fewestDigits, isCardNumber } from './card-number';

/** The fields of a card, in their order. */
export const cardFieldNames = ['number', 'expiry', 'cvv'] as const;
export type CardFieldName = (typeof cardFieldNames)[number];

/** What a buyer has typed, without separators. */
export type TypedCard = Readonly<Record<CardFieldName, string>>;

export type CardProblem =
  'incomplete_number' | 'invalid_number' | 'incomplete_expiry' | 'invalid_expiry' | 'expired_card' | 'incomplete_cvv';

const yearsAheadMax = 20;

/** `1239` or `122039` as a month and a year of four digits. */
export function readExpiry(digits: string): { readonly month: number; readonly year: number } {
  const year = Number(digits.slice(2));
  return { month: Number(digits.slice(0, 2)), year: digits.length === 6 ? year : 2000 + year };
}

/** What is wrong with a field of the card, as the server would say it. `now` is that of the buyer's device. */
export function cardProblem(name: CardFieldName, card: TypedCard, now: Date): CardProblem | undefined {
  if (name === 'number') return numberProblem(card.number);
  if (name === 'expiry') return expiryProblem(card.expiry, now);
  return card.cvv.length < cvvLength(card.number) ? 'incomplete_cvv' : undefined;
}

function numberProblem(digits: string): CardProblem | undefined {
  if (digits.length < fewestDigits(digits)) return 'incomplete_number';
  return isCardNumber(digits) ? undefined : 'invalid_number';
}

function expiryProblem(digits: string, now: Date): CardProblem | undefined {
  if (digits.length !== 4 && digits.length !== 6) return 'incomplete_expiry';
  const { month, year } = readExpiry(digits);
  if (month < 1 || month > 12 || year > now.getFullYear() + yearsAheadMax) return 'invalid_expiry';
  return year * 12 + month <= now.getFullYear() * 12 + now.getMonth() ? 'expired_card' : undefined;
}
