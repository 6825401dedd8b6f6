import { addDays, daysBetween } from '../format/time';

/** Days of the store's zone, both inclusive: `2026-11-23`. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string;
}

export const periodNames = ['today', 'week', 'month30', 'thisMonth', 'lastMonth'] as const;
export type PeriodName = (typeof periodNames)[number];

/** The usual periods, as they are on that day. */
export function periodsOn(today: string): Readonly<Record<PeriodName, Period>> {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const lastOfPrevious = addDays(firstOfMonth, -1);
  return {
    today: { startDate: today, endDate: today },
    week: { startDate: addDays(today, -6), endDate: today },
    month30: { startDate: addDays(today, -29), endDate: today },
    thisMonth: { startDate: firstOfMonth, endDate: today },
    lastMonth: { startDate: `${lastOfPrevious.slice(0, 8)}01`, endDate: lastOfPrevious },
  };
}

/** Why a report cannot be about a period; undefined when it can. */
export function findPeriodProblem(
  { startDate, endDate }: Period,
  daysMax: number,
): 'backwards' | 'tooLong' | undefined {
  if (startDate > endDate) return 'backwards';
  return daysBetween(startDate, endDate) >= daysMax ? 'tooLong' : undefined;
}
