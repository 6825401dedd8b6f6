import { normalizeBrCode, parseStrictBrCode, type ParsedBrCode } from './br-code';
import { invalidArgument, isAppError, type AppError } from './errors';
import { pastedText } from './pasted';
import { normalizePhone } from './phone';
import { isTaxId, maskTaxId, normalizeTaxId } from './tax-id';

/** Types of a payout's receiver: Pix keys of the DICT (RANDOM is its EVP), or a BR Code. */
export const pixKeyTypes = ['CPF', 'CNPJ', 'PHONE', 'EMAIL', 'RANDOM', 'BR_CODE'] as const;
export type PixKeyType = (typeof pixKeyTypes)[number];

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
    const key = asciiLowerCase(pastedText(text));
    if (key.length > emailLengthMax || !email.test(key)) {
      throw invalidPixKey(`an email is name@domain with at most ${String(emailLengthMax)} characters`);
    }
    return key;
  },
  RANDOM: (text) => {
    const key = asciiLowerCase(pastedText(text));
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
  return normalizers[type](text);
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
  const key = normalizeTaxId(text);
  if (key.length !== length || !isTaxId(key)) throw invalidPixKey(rule);
  return key;
}

/** E.164, in Brazil of a mobile. */
function phoneKey(text: string): string {
  const key = normalizePhone(text);
  if (key === undefined || /^\+55..(?!\d{9}$)/.test(key)) {
    throw invalidPixKey('a phone is area code and mobile number, or begins with + and its country');
  }
  return key;
}

function brCodeKey(copied: string): string {
  const text = normalizeBrCode(copied);
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
  return /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : text;
}

function invalidPixKey(why: string): AppError {
  return invalidArgument(`Invalid Pix key: ${why}`, 'INVALID_PIX_KEY');
}
