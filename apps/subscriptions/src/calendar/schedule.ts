export const cycles = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUALLY', 'ANNUALLY'] as const;
export type Cycle = (typeof cycles)[number];

const dayMs = 86_400_000;

const months: Readonly<Record<Exclude<Cycle, 'WEEKLY'>, number>> = {
  MONTHLY: 1,
  QUARTERLY: 3,
  SEMIANNUALLY: 6,
  ANNUALLY: 12,
};

/**
 * The `n`-th due instant counted from the original anchor (0 is the anchor itself): the anchor's day of the week or of
 * the month and its local time of day in America/Sao_Paulo. A month without that day uses its last one, and the next
 * month has the anchor's day again (docs/behaviour/subscriptions.md#due-instants), because nothing is ever counted from
 * the due instant before.
 */
export function dueInstant(anchor: Date, cycle: Cycle, n: number): Date {
  if (n === 0) return anchor;
  const local = localMs(anchor);
  if (cycle === 'WEEKLY') return toInstant(local + n * 7 * dayMs);
  const at = new Date(local);
  const month = at.getUTCMonth() + n * months[cycle];
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Date.UTC(at.getUTCFullYear(), month, Math.min(at.getUTCDate(), lastDay));
  return toInstant(day + remainder(local, dayMs));
}

/** The same local time of day, `days` calendar days later. */
export function daysLater(at: Date, days: number): Date {
  return toInstant(localMs(at) + days * dayMs);
}

const localFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Sao_Paulo',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** The local date and time of an instant, as milliseconds of a calendar without time zones. */
function localMs(at: Date): number {
  const read: Record<string, number> = {};
  for (const { type, value } of localFormat.formatToParts(at)) read[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = read;
  return Date.UTC(year, month - 1, day, hour, minute, second) + remainder(at.getTime(), 1_000);
}

/** Never negative, also before 1970. */
function remainder(ms: number, lengthMs: number): number {
  return ((ms % lengthMs) + lengthMs) % lengthMs;
}

/**
 * The instant of a local date and time. Brazil has moved its clocks and may again: of two such instants the earlier
 * one, and for a time that was left out the one as long after the gap began.
 */
function toInstant(local: number): Date {
  const before = offsetMs(new Date(local - dayMs));
  const after = offsetMs(new Date(local + dayMs));
  const early = new Date(local - before);
  if (before === after || localMs(early) === local) return early;
  const late = new Date(local - after);
  return localMs(late) === local ? late : early;
}

function offsetMs(at: Date): number {
  return localMs(at) - at.getTime();
}
