import { brokenRule } from './br-code-rules';
import { cents, type Cents } from './money';
import { invalidArgument, type AppError } from './errors';
import { pastedText } from './pasted';
import { foldToAscii } from './text';

/** The global unique identifier of Pix inside template 26 (Manual de Padrões para Iniciação do Pix). */
const pixGui = 'br.gov.bcb.pix';
/** A reference label is mandatory; this one means none. */
const noReference = '***';
const templateLengthMax = 99;

/** The receiver, as the payer's bank shows it. Any text: folded to ASCII and truncated here. */
export interface BrCodeMerchant {
  readonly merchantName: string;
  readonly merchantCity: string;
}

export interface StaticBrCode extends BrCodeMerchant {
  /** Pix key in the form of the DICT, at most 77 characters. */
  readonly key: string;
  /** The payer types the amount when it is absent. */
  readonly amountCents?: Cents | undefined;
  /** Truncated to 37 characters, or to the room that the key leaves. */
  readonly description?: string | undefined;
  /** 1 to 25 letters and digits; `***` when absent. */
  readonly txid?: string | undefined;
}

export interface DynamicBrCode extends BrCodeMerchant {
  /** Host and path from which the payer's bank reads the charge, without a scheme, at most 77 characters. */
  readonly location: string;
}

/** The parts of any issuer's BR Code. */
export interface ParsedBrCode extends BrCodeMerchant {
  readonly key: string | undefined;
  readonly location: string | undefined;
  /** Location of an automatic Pix authorisation (templates 80 to 99). */
  readonly recurrenceLocation: string | undefined;
  readonly description: string | undefined;
  readonly amountCents: Cents | undefined;
  /** Absent for `***`. */
  readonly txid: string | undefined;
}

/** A BR Code with a Pix key, which can be paid any number of times. */
export function encodeStatic(code: StaticBrCode): string {
  const key = checkedText('key', code.key);
  const description = foldToAscii(code.description ?? '', Math.min(37, templateLengthMax - 18 - 4 - key.length - 4));
  if (code.amountCents !== undefined && code.amountCents <= 0) throw new RangeError('a BR Code amount is positive');
  if (code.txid !== undefined && !/^[A-Za-z0-9]{1,25}$/.test(code.txid)) {
    throw new RangeError('a static txid is 1 to 25 letters and digits');
  }
  const account = field('00', pixGui) + field('01', key) + (description === '' ? '' : field('02', description));
  return sealed(
    field('00', '01') +
      field('26', account) +
      merchantFields(code, code.amountCents) +
      field('62', field('05', code.txid ?? noReference)),
  );
}

/** A BR Code of one charge; the payer's bank reads amount and txid from the location, not from the code. */
export function encodeDynamic(code: DynamicBrCode): string {
  const location = checkedText('location', code.location);
  if (location.includes('://')) throw new RangeError('a BR Code location has no scheme');
  return sealed(
    field('00', '01') +
      field('01', '12') +
      field('26', field('00', pixGui) + field('25', location)) +
      merchantFields(code, undefined) +
      field('62', field('05', noReference)),
  );
}

/** Parses a BR Code; INVALID_ARGUMENT with reason INVALID_BR_CODE when its fields or its check value are wrong. */
export function parseBrCode(text: string): ParsedBrCode {
  return readChecked(text, parsed);
}

/**
 * Parses a BR Code to pay to. It must follow every rule of the manual: banks differ in what else they accept, and in
 * how they read it. INVALID_ARGUMENT with reason INVALID_BR_CODE names the violated rule.
 */
export function parseStrictBrCode(text: string): ParsedBrCode {
  return readChecked(text, (fields) => {
    const code = parsed(fields);
    const broken = brokenRule(code, fields, readReference(fields));
    if (broken !== undefined) throw invalidBrCode(broken);
    return code;
  });
}

/**
 * A BR Code as it was copied: without the line breaks of a PDF or a chat, hidden characters and typographic hyphens, where
 * its check value then is right. Otherwise the text as it is.
 */
export function normalizeBrCode(text: string): string {
  const trimmed = text.trim();
  const plain = (join: string): string => pastedText(trimmed.replace(/\s*[\r\n\u2028\u2029]\s*/g, join));
  return [trimmed, plain(''), plain(' ')].find(hasCheckValue) ?? trimmed;
}

function hasCheckValue(text: string): boolean {
  return checkValue.test(text) && crc16(text.slice(0, -4)) === text.slice(-4).toUpperCase();
}

const checkValue = /6304[0-9A-Fa-f]{4}$/;

/** Reads the fields of a code whose check value is right. Lengths count characters; some issuers count the bytes. */
function readChecked<T>(text: string, read: (fields: Fields) => T): T {
  if (!checkValue.test(text)) throw invalidBrCode('it does not end with its check value');
  if (!hasCheckValue(text)) throw invalidBrCode('its check value is wrong');
  const body = text.slice(0, -8);
  try {
    return read(readFields(body, () => 1));
  } catch (error) {
    if (/^[\x20-\x7e]*$/.test(body)) throw error;
    try {
      return read(readFields(body, (character) => new TextEncoder().encode(character).length));
    } catch {
      throw error;
    }
  }
}

/** Values by id, in order, and how much of a length a character is. */
interface Fields extends ReadonlyMap<string, string> {
  readonly measure: Measure;
}

type Measure = (character: string) => number;

function parsed(fields: Fields): ParsedBrCode {
  if (fields.get('00') !== '01') throw invalidBrCode('its format is unknown');
  if (fields.get('53') !== '986') throw invalidBrCode('its currency is not BRL');
  const account = pixTemplate(fields, 26, 51);
  const recurrence = pixTemplate(fields, 80, 99);
  if (!account) throw invalidBrCode('it has no Pix account');
  const key = account.get('01');
  const location = account.get('25');
  if (key !== undefined && location !== undefined) throw invalidBrCode('it has both a key and a location');
  const recurrenceLocation = recurrence?.get('25');
  if (key === undefined && location === undefined && recurrenceLocation === undefined) {
    throw invalidBrCode('it has neither a key nor a location');
  }
  const txid = readReference(fields);
  return {
    key,
    location,
    recurrenceLocation,
    description: account.get('02'),
    amountCents: readAmount(fields.get('54')),
    merchantName: mandatory(fields, '59'),
    merchantCity: mandatory(fields, '60'),
    txid: txid === noReference ? undefined : txid,
  };
}

function merchantFields(merchant: BrCodeMerchant, amountCents: Cents | undefined): string {
  // Fields 59 and 60 are mandatory and never empty, even for a name without one ASCII letter.
  const name = foldToAscii(merchant.merchantName, 25) || 'RECEBEDOR';
  const city = foldToAscii(merchant.merchantCity, 15) || 'BRASIL';
  const amount = amountCents === undefined ? '' : field('54', decimal(amountCents));
  return field('52', '0000') + field('53', '986') + amount + field('58', 'BR') + field('59', name) + field('60', city);
}

function field(id: string, value: string): string {
  if (value.length > templateLengthMax)
    throw new RangeError(`BR Code field ${id} is longer than ${String(templateLengthMax)}`);
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

function checkedText(name: string, value: string): string {
  if (!/^[\x21-\x7e]{1,77}$/.test(value)) throw new RangeError(`a BR Code ${name} is 1 to 77 ASCII characters`);
  return value;
}

/** `58.90`: always two decimals, since banks refuse one; formatted from the integer. */
function decimal(amount: Cents): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function readAmount(text: string | undefined): Cents | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) throw invalidBrCode('its amount is not a number');
  return cents(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')));
}

function sealed(body: string): string {
  return `${body}6304${crc16(`${body}6304`)}`;
}

/** CRC-16/CCITT-FALSE over the UTF-8 bytes, as four upper-case hexadecimal digits. */
function crc16(text: string): string {
  let register = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    register ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      register = (register & 0x8000) === 0 ? register << 1 : (register << 1) ^ 0x1021;
    }
    register &= 0xffff;
  }
  return register.toString(16).toUpperCase().padStart(4, '0');
}

function readFields(text: string, measure: Measure): Fields {
  const fields = new Map<string, string>();
  let position = 0;
  while (position < text.length) {
    const head = /^(\d{2})(\d{2})$/.exec(text.slice(position, position + 4));
    const id = head?.[1];
    const value = take(text.slice(position + 4), Number(head?.[2]), measure);
    if (id === undefined || value === undefined) throw invalidBrCode('its fields are malformed');
    if (fields.has(id)) throw invalidBrCode(`field ${id} appears twice`);
    fields.set(id, value);
    position += 4 + value.length;
  }
  return Object.assign(fields, { measure });
}

/** The first characters whose sizes sum to the length; undefined when none do. */
function take(text: string, length: number, measure: Measure): string | undefined {
  let value = '';
  let left = length;
  for (const character of text) {
    if (left <= 0) break;
    value += character;
    left -= measure(character);
  }
  return left === 0 ? value : undefined;
}

/** The Pix template among ids `from` to `to`; a code may contain other arrangements too. */
function pixTemplate(fields: Fields, from: number, to: number): Fields | undefined {
  for (const [id, value] of fields) {
    if (Number(id) < from || Number(id) > to || !value.startsWith('00')) continue;
    const template = readFields(value, fields.measure);
    if (template.get('00')?.toLowerCase() === pixGui) return template;
  }
  return undefined;
}

function readReference(fields: Fields): string | undefined {
  return readFields(mandatory(fields, '62'), fields.measure).get('05');
}

function mandatory(fields: ReadonlyMap<string, string>, id: string): string {
  const value = fields.get(id);
  if (!value) throw invalidBrCode(`field ${id} is missing`);
  return value;
}

function invalidBrCode(why: string): AppError {
  return invalidArgument(`Invalid BR Code: ${why}`, 'INVALID_BR_CODE');
}
