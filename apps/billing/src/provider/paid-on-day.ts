import { endOfSaoPauloDay, isCalendarDay } from '@pitanga/core';

/** When something was paid of which a provider gives the day, YYYY-MM-DD: an instant within it, never later than now. */
export function paidOnDay(day: string | undefined, now: Date): Date {
  if (day === undefined || !isCalendarDay(day)) return now;
  const end = endOfSaoPauloDay(day);
  return end < now ? end : now;
}
