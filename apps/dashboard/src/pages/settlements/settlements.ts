import type { ApiRecord } from '../../api/records';
import { addDays } from '../../format/time';
import type { Period } from '../../lists/periods';

export type Settlement = ApiRecord<'Settlement'>;
export type Calendar = ApiRecord<'SettlementCalendar'>;
export const settlementMethods = ['BOLETO', 'CARD'] as const;
export type SettlementMethod = (typeof settlementMethods)[number];

/** As many as the API adds up at once. */
export const daysMax = 400;

/** Twelve installments by card, and no day further ahead than the API takes. */
export function usualPeriod(today: string): Period {
  return { startDate: today, endDate: addDays(today, 364) };
}

interface Sum {
  readonly amount: number;
  readonly count: number;
}

export interface CalendarDay extends Sum {
  readonly day: string;
  readonly methods: readonly (Sum & { readonly method: SettlementMethod })[];
}

export interface CalendarMonth extends Sum {
  /** `2026-11`. */
  readonly month: string;
  readonly days: readonly CalendarDay[];
}

/** The months of a calendar with their days, of one method if it is given; those without money are absent. */
export function toMonths({ days }: Pick<Calendar, 'days'>, only?: string): readonly CalendarMonth[] {
  const shown = days.flatMap(({ day, methods: found }): CalendarDay[] => {
    const methods = found.flatMap(({ method, ...sum }) =>
      method === 'PIX' || (only !== undefined && method !== only) ? [] : [{ method, ...sum }],
    );
    return methods.length === 0 ? [] : [{ day, methods, ...sumUp(methods) }];
  });
  const months = new Set(shown.map(({ day }) => day.slice(0, 7)));
  return [...months].map((month) => {
    const ofMonth = shown.filter(({ day }) => day.startsWith(month));
    return { month, days: ofMonth, ...sumUp(ofMonth) };
  });
}

export function sumUp(parts: readonly Sum[]): Sum {
  return {
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
    count: parts.reduce((sum, { count }) => sum + count, 0),
  };
}
