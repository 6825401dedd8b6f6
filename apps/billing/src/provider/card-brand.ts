import creditCardType from 'credit-card-type';

/** Where our name is not the register's in capitals. */
const brandNames: Readonly<Record<string, string>> = { 'american-express': 'AMEX', 'diners-club': 'DINERS' };

/** VISA, MASTERCARD, ELO, AMEX, HIPERCARD, DINERS and so on by the number's first digits; UNKNOWN when nobody's. */
export function cardBrand(digits: string): string {
  const [best] = creditCardType(digits);
  if (!best) return 'UNKNOWN';
  return brandNames[best.type] ?? best.type.replaceAll('-', '_').toUpperCase();
}

/** Whether cards of the number's brand have that many digits; true for a number of no known brand. */
export function isLengthOfBrand(digits: string): boolean {
  const [best] = creditCardType(digits);
  return !best || best.lengths.includes(digits.length);
}
