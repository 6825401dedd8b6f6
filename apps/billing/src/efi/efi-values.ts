import { cents, isCalendarDay, type Cents } from '@pitanga/core';

/** A JSON object of Efí, nothing of which is certain. */
export type EfiFields = Readonly<Record<string, unknown>>;

export function efiFields(value: unknown): EfiFields {
  return typeof value === 'object' && value !== null ? (value as EfiFields) : {};
}

export function efiList(value: unknown): readonly EfiFields[] {
  return Array.isArray(value) ? (value as unknown[]).map(efiFields) : [];
}

export function efiText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Efí counts in centavos. */
export function efiCents(value: unknown): Cents | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? cents(value) : undefined;
}

/** An id of a charge: a number. */
export function efiId(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : undefined;
}

export function efiAddress(value: unknown): string | undefined {
  const text = efiText(value);
  return text?.startsWith('https://') === true ? text : undefined;
}

/** The day of `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, which are of São Paulo. */
export function efiDay(value: unknown): string | undefined {
  const day = efiText(value)?.slice(0, 10);
  return day !== undefined && isCalendarDay(day) ? day : undefined;
}
