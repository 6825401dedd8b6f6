/** Without punctuation and in capitals, as the API keeps it. */
export function bareTaxId(text: string): string {
  return text.replace(/[\s./-]/g, '').toUpperCase();
}

/** `123.456.789-09` and `12.ABC.345/01DE-35`; anything else, such as a masked one, as it is. */
export function formatTaxId(taxId: string): string {
  return taxId
    .replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
    .replace(/^([0-9A-Z]{2})([0-9A-Z]{3})([0-9A-Z]{3})([0-9A-Z]{4})(\d{2})$/, '$1.$2.$3/$4-$5');
}

/** A CPF or CNPJ whose check digits are right (docs/behaviour/brazil.md#tax-ids). */
export function isTaxId(text: string): boolean {
  const bare = bareTaxId(text);
  if (/^(.)\1+$/.test(bare)) return false;
  if (/^\d{11}$/.test(bare)) return hasChecks(bare, 11);
  return /^[0-9A-Z]{12}\d{2}$/.test(bare) && hasChecks(bare, 9);
}

/** The last two digits follow from those before; weights rise from 2 at the right and begin again after the heaviest. */
function hasChecks(bare: string, heaviest: number): boolean {
  return [bare.length - 2, bare.length - 1].every((place) => {
    const sum = Array.from(bare.slice(0, place), (character) => character.charCodeAt(0) - 48).reduce(
      (total, value, index) => total + value * (2 + ((place - 1 - index) % (heaviest - 1))),
      0,
    );
    const rest = sum % 11;
    return Number(bare.charAt(place)) === (rest < 2 ? 0 : 11 - rest);
  });
}
