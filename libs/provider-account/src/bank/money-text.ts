import { cents, type Cents } from '@pitanga/core';

/** `123.45`, the format of the Pix API; converted as text, without floating point. */
export function formatMoney(amount: Cents): string {
  if (amount < 0) throw new RangeError('a Pix amount is not negative');
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Centavos of `123.45`; undefined for anything else. Some banks omit decimals. */
export function parseMoney(text: unknown): Cents | undefined {
  const match = typeof text === 'string' ? /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) : null;
  return match ? cents(Number(`${match[1] ?? ''}${(match[2] ?? '').padEnd(2, '0')}`)) : undefined;
}
