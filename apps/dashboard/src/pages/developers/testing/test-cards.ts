/** What a test card does (docs/behaviour/test-clock.md#test-cards). */
type CardOutcome =
  'approved' | 'declined' | 'noFunds' | 'expired' | 'wrongCvv' | 'declinedOnce' | 'stolen' | 'disputed';

interface TestCard {
  readonly number: string;
  readonly brand: 'Visa' | 'Mastercard' | 'Elo' | 'Amex' | 'Hipercard';
  readonly outcome: CardOutcome;
  /** The bank's code of a decline. */
  readonly code?: string;
}

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'Visa', outcome: 'approved' },
  { number: '5555555555554444', brand: 'Mastercard', outcome: 'approved' },
  { number: '6362970000457013', brand: 'Elo', outcome: 'approved' },
  { number: '378282246310005', brand: 'Amex', outcome: 'approved' },
  { number: '6062825624254001', brand: 'Hipercard', outcome: 'approved' },
  { number: '4000000000000002', brand: 'Visa', outcome: 'declined', code: '05' },
  { number: '4000000000009995', brand: 'Visa', outcome: 'noFunds', code: '51' },
  { number: '4000000000000069', brand: 'Visa', outcome: 'expired', code: '54' },
  { number: '4000000000000127', brand: 'Visa', outcome: 'wrongCvv', code: 'N7' },
  { number: '4000000000000341', brand: 'Visa', outcome: 'declinedOnce', code: '05' },
  { number: '4000000000009979', brand: 'Visa', outcome: 'stolen', code: '43' },
  { number: '4000000000000259', brand: 'Visa', outcome: 'disputed' },
];

/** What an amount does by its last two digits (docs/behaviour/test-clock.md#magic-amounts). */
export const magicAmounts = [
  { ending: '13', outcome: 'payoutFails' },
  { ending: '14', outcome: 'refundFails' },
  { ending: '15', outcome: 'paymentDisputed' },
  { ending: '16', outcome: 'payoutReturned' },
] as const;

/** `4242 4242 4242 4242`, an Amex as `3782 822463 10005`. */
export function spacedNumber(number: string): string {
  const groups = number.length === 15 ? /^(\d{4})(\d{6})(\d{5})$/ : /^(\d{4})(\d{4})(\d{4})(\d{4})$/;
  return number.replace(groups, (_, ...parts: unknown[]) => parts.slice(0, number.length === 15 ? 3 : 4).join(' '));
}
