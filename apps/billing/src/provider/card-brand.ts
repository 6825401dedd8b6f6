import creditCardType from 'credit-card-type';

/** Names that differ from those of credit-card-type in capitals. */
const brandNames: Readonly<Record<string, string>> = { 'american-express': 'AMEX', 'diners-club': 'DINERS' };

/** VISA, MASTERCARD, ELO, AMEX, HIPERCARD, DINERS and others by the first digits; else UNKNOWN. */
export function cardBrand(digits: string): string {
  const [best] = creditCardType(digits);
  if (!best) return 'UNKNOWN';
  return brandNames[best.type] ?? best.type.replaceAll('-', '_').toUpperCase();
}

/** Whether the number has a length of its brand; true for an unknown brand. */
export function isLengthOfBrand(digits: string): boolean {
  const [best] = creditCardType(digits);
  return !best || best.lengths.includes(digits.length);
}
