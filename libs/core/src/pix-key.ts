import { parseStrictBrCode, type ParsedBrCode } from './br-code';
import { invalidArgument, isAppError, type AppError } from './errors';
import { isTaxId, maskTaxId, normalizeTaxId } from './tax-id';

/** Types of a payout's receiver: Pix keys of the DICT (RANDOM is its EVP), or a BR Code. */
export const pixKeyTypes = ['CPF', 'CNPJ', 'PHONE', 'EMAIL', 'RANDOM', 'BR_CODE'] as const;
export type PixKeyType = (typeof pixKeyTypes)[number];

/** The area codes in use in Brazil (Anatel). */
const areaCodes: ReadonlySet<string> = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
    '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
);
const emailLengthMax = 77;
const brCodeLengthMax = 512;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const domainLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const email = new RegExp(`^[a-z0-9.!#$&'*+/=?^_\`{|}~-]+@${domainLabel}(?:\\.${domainLabel})+$`);

const normalizers: Readonly<Record<PixKeyType, (text: string) => string>> = {
  CPF: (text) => taxIdKey(text, 11, 'a CPF has 11 digits, the last two right for the others'),
  CNPJ: (text) => taxIdKey(text, 14, 'a CNPJ has 14 characters, the last two right for the others'),
  PHONE: phoneKey,
  EMAIL: (text) => {
    const key = asciiLowerCase(text);
    if (key.length > emailLengthMax || !email.test(key)) {
      throw invalidPixKey(`an email is name@domain with at most ${String(emailLengthMax)} characters`);
    }
    return key;
  },
  RANDOM: (text) => {
    const key = asciiLowerCase(text);
    if (!uuid.test(key)) throw invalidPixKey('a random key is a UUID with its hyphens');
    return key;
  },
  BR_CODE: brCodeKey,
};

/**
 * A Pix key in the DICT's form, or a BR Code with a receiver. The caller gives the type, since 11 digits may be a CPF
 * or a phone. INVALID_ARGUMENT with reason INVALID_PIX_KEY when the text is not of that type.
 */
export function normalizePixKey(type: PixKeyType, text: string): string {
  return normalizers[type](text.trim());
}

/** A normalised key, masked for records, pages and logs: its sender can recognise it. */
export function maskPixKey(type: PixKeyType, key: string): string {
  switch (type) {
    case 'CPF':
    case 'CNPJ':
      return maskTaxId(key);
    case 'PHONE':
      // Country and area code of a Brazilian phone, and its last four digits.
      return `${key.startsWith('+55') ? key.slice(0, 5) : '+'}*****${key.slice(-4)}`;
    case 'EMAIL':
      return `${key.slice(0, 1)}***${key.slice(key.lastIndexOf('@'))}`;
    case 'RANDOM':
      return `${key.slice(0, 8)}-****-****-****-************`;
    case 'BR_CODE':
      // The check value (the last four) distinguishes a sender's codes; the rest may contain the receiver's name and
      // key.
      return `***${key.slice(-4)}`;
  }
}

function taxIdKey(text: string, length: number, rule: string): string {
  // Upper-casing turns some other characters into letters (ß, ı), so only ASCII is accepted.
  const key = isAscii(text) ? normalizeTaxId(text) : '';
  if (key.length !== length || !isTaxId(key)) throw invalidPixKey(rule);
  return key;
}

/** `+55` and 11 digits for Brazil, whose numbers may lack the `+` or the country; E.164 for the others. */
function phoneKey(text: string): string {
  const compact = text.replace(/[\s().-]/g, '');
  const brazilian = /^(?:\+?55)?(\d{2})([789]\d{8})$/.exec(compact);
  if (brazilian?.[1] !== undefined && areaCodes.has(brazilian[1])) return `+55${brazilian[1]}${brazilian[2] ?? ''}`;
  if (/^\+(?!55)[1-9]\d{7,14}$/.test(compact)) return compact;
  throw invalidPixKey('a phone is area code and mobile number, or begins with + and its country');
}

function brCodeKey(text: string): string {
  if (text.length > brCodeLengthMax) {
    throw invalidPixKey(`a BR Code has at most ${String(brCodeLengthMax)} characters`);
  }
  const { key, location } = strictBrCode(text);
  if (key !== undefined) refuseOtherKey(key);
  // A code that only authorises later debits has nothing to pay.
  if (key === undefined && location === undefined) throw invalidPixKey('this BR Code has nothing to pay');
  return text;
}

function strictBrCode(text: string): ParsedBrCode {
  try {
    return parseStrictBrCode(text);
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw invalidPixKey(error.message.replace(/^Invalid BR Code: /, 'not a BR Code, '));
  }
}

/** A key in a BR Code must already have the DICT's form: banks look it up without normalising it. */
function refuseOtherKey(key: string): void {
  if (pixKeyTypes.some((type) => type !== 'BR_CODE' && isNormalized(type, key))) return;
  const isEmailInCapitals = key !== key.toLowerCase() && isNormalized('EMAIL', key.toLowerCase());
  throw invalidPixKey(
    isEmailInCapitals ? 'not a BR Code, its e-mail key has capital letters' : 'not a BR Code, its key is not a Pix key',
  );
}

function isNormalized(type: PixKeyType, key: string): boolean {
  try {
    return normalizers[type](key) === key;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return false;
  }
}

/** Lower-cases ASCII only: other characters (the Kelvin sign) can have an ASCII lower case. */
function asciiLowerCase(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text;
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function invalidPixKey(why: string): AppError {
  return invalidArgument(`Invalid Pix key: ${why}`, 'INVALID_PIX_KEY');
}
