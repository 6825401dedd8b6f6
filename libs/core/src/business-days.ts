import { addDays, isCalendarDay } from './time';

/**
 * The national banking calendar (Res. CMN 4.880/2020, as ANBIMA publishes it), by rule, so that no year
 * needs a new table. Municipal and state holidays are business days in it, Ash Wednesday and 31 December too.
 */
const fixedHolidays: ReadonlySet<string> = new Set([
  '01-01',
  '04-21',
  '05-01',
  '09-07',
  '10-12',
  '11-02',
  '11-15',
  '12-25',
]);
/** 20 November is national only since Lei 14.759/2023. */
const consciousnessDay = { monthDay: '11-20', firstYear: 2024 };
/** Carnival Monday and Tuesday, Good Friday and Corpus Christi, in days from Easter Sunday. */
const movableHolidays = [-48, -47, -2, 60];
const millisecondsPerDay = 86_400_000;

/** True when banks settle on `day` (YYYY-MM-DD). */
export function isBusinessDay(day: string): boolean {
  const weekday = utcMidnight(day).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  const monthDay = day.slice(5);
  const year = Number(day.slice(0, 4));
  if (fixedHolidays.has(monthDay)) return false;
  if (monthDay === consciousnessDay.monthDay && year >= consciousnessDay.firstYear) return false;
  return !movableHolidays.includes(daysBetween(easterSunday(year), day));
}

/**
 * The `count`-th business day after `day`. Counting starts on the day after, so a start that is itself
 * no business day moves nothing; 0 answers `day` as it is.
 */
export function addBusinessDays(day: string, count: number): string {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('a number of business days is not negative');
  utcMidnight(day);
  let current = day;
  for (let left = count; left > 0; left -= isBusinessDay(current) ? 1 : 0) current = addDays(current, 1);
  return current;
}

/** `day` itself when it is a business day, else the next one: until when a debt due on `day` is on time (Lei 7.089). */
export function businessDayOnOrAfter(day: string): string {
  return isBusinessDay(day) ? day : addBusinessDays(day, 1);
}

/** Calendar days from one day to another (both YYYY-MM-DD), negative when `to` is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return (utcMidnight(to).getTime() - utcMidnight(from).getTime()) / millisecondsPerDay;
}

function utcMidnight(day: string): Date {
  if (!isCalendarDay(day)) throw new RangeError(`not a calendar day: ${day}`);
  return new Date(`${day}T00:00:00.000Z`);
}

/** Easter Sunday of the Gregorian calendar: the Sunday after the full moon of the church's tables. */
function easterSunday(year: number): string {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const droppedLeapDays = century - Math.floor(century / 4);
  const moonCorrection = Math.floor((8 * century + 13) / 25);
  const age = (19 * golden + droppedLeapDays - moonCorrection + 15) % 30;
  // The tables never put the full moon on 19 April, and on 18 April only once in a cycle.
  const fullMoon = age - (age === 29 || (age === 28 && golden > 10) ? 1 : 0);
  const march21 = `${String(year).padStart(4, '0')}-03-21`;
  const fullMoonDay = addDays(march21, fullMoon);
  return addDays(fullMoonDay, 7 - utcMidnight(fullMoonDay).getUTCDay());
}
