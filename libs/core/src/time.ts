import type { Tenant } from './tenant';

/**
 * The only source of time. `real()` drives leases, rate limits, token ages and signatures;
 * `now(tenant)` is the store's time, which a dev environment's test clock may move
 * (docs/behaviour/test-clock.md#what-follows): record timestamps, ids, due dates and date checks.
 */
export interface Clock {
  real(): Date;
  now(tenant: Tenant): Date;
}

export const systemClock: Clock = {
  real: () => new Date(),
  now: () => new Date(),
};

const zone = 'America/Sao_Paulo';
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const offsetFormat = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });

/** Calendar day (YYYY-MM-DD) of an instant in America/Sao_Paulo. */
export function saoPauloDay(at: Date): string {
  return dayFormat.format(at);
}

/** True for a real calendar day written YYYY-MM-DD. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** The calendar day `days` after `day`, both YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00.000Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** First instant of a calendar day in America/Sao_Paulo, by the zone's rules (some days had no midnight). */
export function startOfSaoPauloDay(day: string): Date {
  const utcMidnight = new Date(`${day}T00:00:00.000Z`).getTime();
  // The offset at 12:00 UTC is that of the day's later part; try it, then one hour later.
  const offsetMinutes = zoneOffsetMinutes(new Date(utcMidnight + 12 * 3_600_000));
  const guess = new Date(utcMidnight - offsetMinutes * 60_000);
  if (saoPauloDay(guess) !== day) return new Date(guess.getTime() + 3_600_000);
  const earlier = new Date(guess.getTime() - 3_600_000);
  return saoPauloDay(earlier) === day ? earlier : guess;
}

/** Last millisecond of a calendar day in America/Sao_Paulo. */
export function endOfSaoPauloDay(day: string): Date {
  return new Date(startOfSaoPauloDay(addDays(day, 1)).getTime() - 1);
}

function zoneOffsetMinutes(at: Date): number {
  const name = offsetFormat.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(name);
  if (!match?.[1]) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}
