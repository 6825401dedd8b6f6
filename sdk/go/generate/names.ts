// How things of the document are called in Go.

/** Words that Go writes in capitals. */
const initialisms = new Set([
  'api',
  'cpf',
  'cnpj',
  'csv',
  'html',
  'http',
  'id',
  'ip',
  'json',
  'mrr',
  'ofx',
  'qr',
  'ui',
  'url',
  'utc',
]);
const plurals = new Map([
  ['ids', 'IDs'],
  ['urls', 'URLs'],
]);

/** `paymentLinks`, `bank_statement` and `transparent.completed` as Go has them; what is in capitals stays so. */
export function goName(text: string): string {
  const words = text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return words.map(goWord).join('');
}

/** The name of a constant, of a value such as `UNDER_DISPUTE`. */
export const constantName = (type: string, value: string): string => type + goName(value.toLowerCase());

function goWord(word: string): string {
  const plural = plurals.get(word.toLowerCase());
  if (plural !== undefined) return plural;
  if (initialisms.has(word.toLowerCase())) return word.toUpperCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
}
