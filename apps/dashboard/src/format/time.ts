import type { Language } from '../words/language';

/** Every store keeps its books in this zone (docs/behaviour/statement.md). */
const storeZone = 'America/Sao_Paulo';

const toLocale = (language: Language): string => (language === 'en' ? 'en-GB' : language);

/** `23/11/2026, 08:47` in the store's zone, and with seconds `23/11/2026, 08:47:05`. */
export function formatInstant(iso: string, language: Language, hasSeconds = false): string {
  return new Intl.DateTimeFormat(toLocale(language), {
    dateStyle: 'short',
    timeStyle: hasSeconds ? 'medium' : 'short',
    timeZone: storeZone,
  }).format(new Date(iso));
}

/** `23 nov. 2026` of a day (`2026-11-23`) or an instant. */
export function formatDay(iso: string, language: Language): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  return new Intl.DateTimeFormat(toLocale(language), {
    dateStyle: 'medium',
    timeZone: isDay ? 'UTC' : storeZone,
  }).format(new Date(iso));
}

/** `novembro de 2026` of `2026-11`. */
export function formatMonth(month: string, language: Language): string {
  return new Intl.DateTimeFormat(toLocale(language), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
}

/** `2026-11-30 22:30:00` in the store's zone. */
export function sortableInstant(iso: string): string {
  const [day = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: storeZone,
  })
    .format(new Date(iso))
    .split(' ');
  return `${day} ${time}`;
}

/** `2026-11-30T22:30` of an instant in the store's zone, as inputs of a date and time take it. */
export function localMinute(at: Date): string {
  return sortableInstant(at.toISOString()).slice(0, 16).replace(' ', 'T');
}

/** The instant of `2026-11-30T22:30` in the store's zone, which is three hours behind UTC: summer time ended in 2019. */
export const toInstant = (local: string): string => `${local}:00-03:00`;

/** The day of an instant in the store's zone: `2026-11-23`. */
export function storeDay(instant: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: storeZone }).format(instant);
}

/** The day that many days later, earlier when negative. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Days from one day to the other; negative when `to` is before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
