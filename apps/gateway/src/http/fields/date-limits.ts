import { invalidArgument, isCalendarDay, saoPauloDay } from '@pitanga/core';

const firstDay = '2024-01-01';

/**
 * Checks the days of a request, YYYY-MM-DD, by the rules of docs/behaviour/http.md#list-dates.
 * @param now the store's time
 * @throws AppError INVALID_ARGUMENT for no real day, one before 2024-01-01 or more than a year ahead.
 */
export function checkDays(days: Readonly<Record<string, string | undefined>>, now: Date): void {
  for (const [name, value] of Object.entries(days)) {
    if (value === undefined) continue;
    if (!isCalendarDay(value)) throw invalidArgument(`Property '${name}' should be a day YYYY-MM-DD`);
    if (value < firstDay) throw invalidArgument(`Property '${name}' should not be before ${firstDay}`);
    if (value > aYearAfter(saoPauloDay(now)))
      throw invalidArgument(`Property '${name}' should not be more than 1 year ahead`);
  }
}

/** The same day a year later, as text to compare; 29 February gives a bound that no real day equals. */
function aYearAfter(today: string): string {
  return `${String(Number(today.slice(0, 4)) + 1)}${today.slice(4)}`;
}
