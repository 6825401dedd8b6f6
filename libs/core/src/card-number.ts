/** The check digit of a card number: every second digit from the right doubled, the sum a multiple of ten (ISO/IEC 7812-1, annex B). */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - index));
    const weighted = index % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** Types of the library credit-card-type whose brand has another name here than theirs in capitals. */
const brandNames: Readonly<Record<string, string>> = { 'american-express': 'AMEX', 'diners-club': 'DINERS' };

/** VISA, MASTERCARD, ELO, AMEX, HIPERCARD, DINERS and others, for a type of the library credit-card-type. */
export function cardBrandName(type: string): string {
  return brandNames[type] ?? type.replaceAll('-', '_').toUpperCase();
}

/** What stands in dev mode for a card in a wallet (APPLE_PAY): the page sends it, and the simulated provider takes it. */
export function testWalletCard(wallet: string): string {
  return `sim_${wallet.toLowerCase()}`;
}
