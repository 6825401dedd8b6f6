import { pastedText } from './pasted';

/**
 * Removes punctuation and upper-cases a CPF (11 digits) or CNPJ (14 characters, with letters in the first twelve since
 * July 2026, IN RFB 2.229/2024).
 */
export function normalizeTaxId(text: string): string {
  // ASCII letters only: ſ and ı also upper-case to A to Z, but are not part of a tax id.
  return pastedText(text)
    .replace(/[\s./-]/g, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** True for a valid CPF or CNPJ, punctuated or not. */
export function isTaxId(text: string): boolean {
  const value = normalizeTaxId(text);
  return isCpf(value) || isCnpj(value);
}

function isCpf(value: string): boolean {
  if (!/^\d{11}$/.test(value) || /^(\d)\1{10}$/.test(value)) return false;
  const digits = Array.from(value, Number);
  const check = (length: number): number => {
    const sum = digits.slice(0, length).reduce((total, digit, index) => total + digit * (length + 1 - index), 0);
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  return check(9) === digits[9] && check(10) === digits[10];
}

function isCnpj(value: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(value) || /^(.)\1{13}$/.test(value)) return false;
  // Each character counts as its ASCII code less 48, so digits keep their value and A is 17.
  const values = Array.from(value, (character) => character.charCodeAt(0) - 48);
  const check = (length: number): number => {
    const sum = values
      .slice(0, length)
      .reduce((total, item, index) => total + item * (2 + ((length - 1 - index) % 8)), 0);
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  return check(12) === values[12] && check(13) === values[13];
}

/**
 * `123.***.***-**` or `12.***.***` + `/0001-**`, for webhooks and logs (docs/behaviour/brazil.md#masking).
 */
export function maskTaxId(taxId: string): string {
  const value = normalizeTaxId(taxId);
  return value.length === 14
    ? `${value.slice(0, 2)}.***.***/${value.slice(8, 12)}-**`
    : `${value.slice(0, 3)}.***.***-**`;
}

/** A bare CPF or CNPJ with its punctuation; anything else, such as a masked one, as it is. */
export function punctuatedTaxId(taxId: string): string {
  return taxId
    .replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
    .replace(/^([0-9A-Z]{2})([0-9A-Z]{3})([0-9A-Z]{3})([0-9A-Z]{4})(\d{2})$/, '$1.$2.$3/$4-$5');
}
