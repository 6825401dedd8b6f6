import { daysBetween, invalidArgument } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { checkDays } from '../fields/date-limits';
import { Day } from '../fields/fields';

const daysMax = 400;

/** The query of what is added up by day. */
export const PeriodQuery = Type.Object({
  startDate: { ...Day, description: 'First day, inclusive, in America/Sao_Paulo.' },
  endDate: { ...Day, description: `Last day, inclusive; at most ${String(daysMax)} days.` },
});

/**
 * @returns how many days the period has
 * @throws AppError INVALID_ARGUMENT for days that no list takes, the wrong way around, or too many
 */
export function checkPeriod({ startDate, endDate }: Static<typeof PeriodQuery>, now: Date): number {
  checkDays({ startDate, endDate }, now);
  if (startDate > endDate) throw invalidArgument("Property 'startDate' should not be after 'endDate'");
  const days = daysBetween(startDate, endDate) + 1;
  if (days <= daysMax) return days;
  throw invalidArgument(`Properties 'startDate' and 'endDate' should be at most ${String(daysMax)} days apart`);
}
