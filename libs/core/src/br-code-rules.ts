import type { Cents } from './money';

/** The parts of a parsed code that have rules. */
interface CodeParts {
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly location: string | undefined;
  readonly recurrenceLocation: string | undefined;
  readonly amountCents: Cents | undefined;
}

/** A code's fields by id, in order. */
type Fields = ReadonlyMap<string, string>;

const location = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?::\d{1,5})?(?:\/[\x21-\x7e]*)?$/;

/**
 * The first rule of the manual that a code violates, as the end of a sentence; undefined when there is none.
 * @param txid the reference in the code
 */
export function brokenRule(code: CodeParts, fields: Fields, txid: string | undefined): string | undefined {
  return brokenField(fields) ?? brokenMerchant(code, fields) ?? brokenAccount(code) ?? brokenReference(txid);
}

function brokenField(fields: Fields): string | undefined {
  if ([...fields.keys()][0] !== '00') return 'field 00 is not its first';
  if (fields.has('63')) return 'field 63 is not its last';
  for (const [id, value] of fields) {
    if (value === '') return `field ${id} is empty`;
  }
  if (!['11', '12', undefined].includes(fields.get('01'))) return 'its point of initiation is neither 11 nor 12';
  if (!/^\d{4}$/.test(fields.get('52') ?? '')) return 'its merchant category is not four digits';
  return pixAccounts(fields) > 1 ? 'it has two Pix accounts' : undefined;
}

/** Number of Pix templates among the merchant accounts; with two, a bank would have to guess which one to pay. */
function pixAccounts(fields: Fields): number {
  return [...fields].filter(([id, value]) => {
    return Number(id) >= 26 && Number(id) <= 51 && /^0014br\.gov\.bcb\.pix/i.test(value);
  }).length;
}

function brokenMerchant({ merchantName, merchantCity, amountCents }: CodeParts, fields: Fields): string | undefined {
  if (fields.get('58') !== 'BR') return 'its country is not BR';
  if (countCharacters(merchantName) > 25) return 'its merchant name has more than 25 characters';
  if (countCharacters(merchantCity) > 15) return 'its merchant city has more than 15 characters';
  return amountCents === 0 ? 'its amount is zero' : undefined;
}

function brokenAccount({ location: address, recurrenceLocation }: CodeParts): string | undefined {
  return brokenLocation('location', address) ?? brokenLocation('recurrence location', recurrenceLocation);
}

function brokenLocation(name: string, address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (address.includes('://')) return `its ${name} has a scheme`;
  if (/\s/.test(address)) return `its ${name} has a space`;
  return location.test(address) ? undefined : `its ${name} is not a host and a path`;
}

/** A dynamic code has `***`; some banks repeat the charge's txid there, in its form. */
function brokenReference(txid: string | undefined): string | undefined {
  if (txid === undefined) return 'its txid is missing';
  return txid === '***' || /^[A-Za-z0-9]{1,25}$/.test(txid) ? undefined : 'its txid is not 1 to 25 letters and digits';
}

function countCharacters(text: string): number {
  return Array.from(text).length;
}
