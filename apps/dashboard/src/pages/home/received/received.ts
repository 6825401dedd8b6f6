import type { ApiRecord } from '../../../api/records';
import { addDays, daysBetween } from '../../../format/time';
import { netAmount } from '../../../format/net-amount';
import { periodsOn, type Period } from '../../../lists/periods';

export type Received = ApiRecord<'Received'>;

/** The order in which they are stacked, from below. */
export const methods = ['PIX', 'BOLETO', 'CARD'] as const;
export type Method = (typeof methods)[number];

/** Gross, or what is left of it after the platform's fees. */
export type Measure = 'amount' | 'netAmount';

export const rangeNames = ['7', '30', '90', 'month'] as const;
export type RangeName = (typeof rangeNames)[number];

/** The range that the address names; 30 days for any other text. */
export function parseRange(text: string | undefined): RangeName {
  return rangeNames.find((name) => name === text) ?? '30';
}

/** The days of a range that ends today. */
export function rangeOn(name: RangeName, today: string): Period {
  const { week, month30, thisMonth } = periodsOn(today);
  const ranges = { 7: week, 30: month30, 90: { startDate: addDays(today, -89), endDate: today }, month: thisMonth };
  return ranges[name];
}

/** As many days right before, as the API's `previous` has them. */
export function periodBefore({ startDate, endDate }: Period): Period {
  const length = daysBetween(startDate, endDate) + 1;
  return { startDate: addDays(startDate, -length), endDate: addDays(startDate, -1) };
}

type MethodFigures = Readonly<Record<Measure, number>>;

export interface DayFigures extends MethodFigures {
  readonly day: string;
  readonly platformFee: number;
  readonly refundedAmount: number;
  readonly disputedAmount: number;
  readonly count: number;
  readonly byMethod: Readonly<Record<Method, MethodFigures>>;
}

const nothing: MethodFigures = { amount: 0, netAmount: 0 };

/** Every day of the period, oldest first; those without payments, which the API leaves out, are zeros. */
export function everyDay({ startDate, endDate }: Period, days: Received['days']): readonly DayFigures[] {
  const byDay = new Map(days.map((figures) => [figures.day, figures]));
  return Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, index) => {
    const day = addDays(startDate, index);
    const { amount = 0, netAmount = 0, platformFee = 0, count = 0 } = byDay.get(day) ?? {};
    const { refundedAmount = 0, disputedAmount = 0 } = byDay.get(day) ?? {};
    const byMethod = { ...figuresByMethod(byDay.get(day)?.methods ?? []) };
    return { day, amount, netAmount, platformFee, refundedAmount, disputedAmount, count, byMethod };
  });
}

/** The figures of each method, zeros for one without a payment. */
export function figuresByMethod(found: Received['period']['methods']): Readonly<Record<Method, MethodFigures>> {
  const of = (method: Method): MethodFigures => {
    const { amount, netAmount } = found.find((one) => one.method === method) ?? nothing;
    return { amount, netAmount };
  };
  return { PIX: of('PIX'), BOLETO: of('BOLETO'), CARD: of('CARD') };
}

/** The payments of some days less their fees, and less the refunds of these days, of payments of any day. */
export function computeNet({ amount, platformFee, refundedAmount }: Received['period']): number {
  return netAmount({ paidAmount: amount, platformFee, refundedAmount });
}

/** The change against the period before, in basis points rounded to a tenth of a percent; undefined when that was zero. */
export function computeChange(now: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / Math.abs(before)) * 1_000) * 10;
}
