import { normalizePhone } from '@pitanga/core/identifiers';

/** `(11) 98765-4321` of a Brazilian number, however its country is written; any other as it was written. */
export function formatPhone(text: string): string {
  const phone = normalizePhone(text) ?? '';
  return phone.startsWith('+55') ? phone.replace(/^\+55(\d{2})(\d+)(\d{4})$/, '($1) $2-$3') : text;
}

/** Of Brazil with its area code, or of another country, as the payment page asks for it. */
export function isPhone(text: string): boolean {
  return normalizePhone(text) !== undefined;
}
