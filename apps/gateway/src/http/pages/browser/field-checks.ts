import { isTaxId } from '@pitanga/core';
import { isPhone } from '../forms/phone';
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
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  cellphone: isPhone,
  street: hasTwo,
  city: hasTwo,
  state: (text) => /^[A-Za-z]{2}$/.test(text),
  zipCode: (text) => /^\d{8}$/.test(text.replace(/[ .-]/g, '')),
  coupon: (text) => /^[A-Za-z0-9_-]{1,50}$/.test(text),
};

/** Whether a field may be sent with this text. Spaces around it do not count. */
export function isRight(kind: string, text: string, isRequired: boolean): boolean {
  const trimmed = text.trim();
  if (trimmed === '') return !isRequired;
  return checks[kind]?.(trimmed) ?? true;
}
