import {
  cents,
  isCalendarDay,
  startOfSaoPauloDay,
  subtractCents,
  toDecimal,
  zeroCents,
  type Cents,
} from '@pitanga/core';

/** Asaas writes money as a JSON number of reais, and times without a zone: those of São Paulo. */

/** 15 digits: every decimal of so many is one double's shortest text, so that nothing is rounded either way. */
const reaisCentsMax = 999_999_999_999_999;

/** The number that JSON writes as these reais. */
export function toReais(amount: Cents): number {
  if (amount < 0 || amount > reaisCentsMax)
    throw new RangeError('an amount at Asaas is not negative, of 15 digits at most');
  return Number(toDecimal(amount));
}

/** Centavos of a JSON number of reais, by its digits; undefined for what is no amount, or finer than a centavo. */
export function fromReais(value: unknown): Cents | undefined {
  const match = typeof value === 'number' ? /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(value)) : null;
  return match ? cents(Number(`${match[1] ?? ''}${(match[2] ?? '').padEnd(2, '0')}`)) : undefined;
}

/** The same of an amount that may be less than nothing: what leaves an account, or its balance. */
export function fromSignedReais(value: unknown): Cents | undefined {
  if (typeof value !== 'number' || value >= 0) return fromReais(value);
  const amount = fromReais(-value);
  return amount === undefined ? undefined : subtractCents(zeroCents, amount);
}

const timePattern = /^(?:(\d{4})-(\d\d)-(\d\d)|(\d\d)\/(\d\d)\/(\d{4})) (\d\d):(\d\d):(\d\d)$/;

/** An instant of `2026-11-28 18:45:00`, as objects have it, or `28/11/2026 18:45:00`, as a refund's validation has it. */
export function fromAsaasTime(value: unknown): Date | undefined {
  const parts = typeof value === 'string' ? timePattern.exec(value)?.slice(1) : undefined;
  if (!parts) return undefined;
  const [year, month, day, otherDay, otherMonth, otherYear, ...time] = parts as (string | undefined)[];
  const calendarDay = [year ?? otherYear, month ?? otherMonth, day ?? otherDay].join('-');
  const [hours = 0, minutes = 0, seconds = 0] = time.map(Number);
  if (!isCalendarDay(calendarDay) || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return new Date(startOfSaoPauloDay(calendarDay).getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1_000);
}

/** The first instant of a day; undefined for what is none. */
export function fromAsaasDay(value: unknown): Date | undefined {
  return typeof value === 'string' && isCalendarDay(value) ? startOfSaoPauloDay(value) : undefined;
}

export type AsaasFields = Readonly<Record<string, unknown>>;

/** Empty for what is no object: answers are read leniently, because fields are left out where they are null. */
export function asaasFields(value: unknown): AsaasFields {
  return typeof value === 'object' && value !== null ? (value as AsaasFields) : {};
}

export function asaasList(value: unknown): readonly AsaasFields[] {
  return Array.isArray(value) ? (value as unknown[]).map(asaasFields) : [];
}

export function asaasText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
