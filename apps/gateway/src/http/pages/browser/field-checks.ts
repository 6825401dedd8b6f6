import { isCouponCode, isTaxId, normalizeEmail, normalizePhone, normalizeZipCode, pastedText } from '@pitanga/core';
import { isCardNumber } from './card-number';

const hasTwo = (text: string): boolean => text.length >= 2;

/**
 * What the server asks of each field, so that it is said before the form is sent. The server decides; a rule that needs the
 * date is its own.
 */
const checks: Readonly<Record<string, (text: string) => boolean>> = {
  cardNumber: (text) => isCardNumber(text.replace(/[ -]/g, '')),
  holderName: hasTwo,
  payerName: hasTwo,
  expiry: (text) => /^(0?[1-9]|1[0-2]) ?\/? ?(\d{2}|\d{4})$/.test(text),
  cvv: (text) => /^\d{3,4}$/.test(text),
  taxId: isTaxId,
  email: (text) => normalizeEmail(text) !== undefined,
  cellphone: (text) => normalizePhone(text) !== undefined,
  street: hasTwo,
  city: hasTwo,
  state: (text) => /^[A-Za-z]{2}$/.test(text),
  zipCode: (text) => normalizeZipCode(text) !== undefined,
  coupon: isCouponCode,
};

/** Whether a field may be sent with this text. Spaces around it do not count. */
export function isRight(kind: string, text: string, isRequired: boolean): boolean {
  const trimmed = pastedText(text);
  if (trimmed === '') return !isRequired;
  return checks[kind]?.(trimmed) ?? true;
}
