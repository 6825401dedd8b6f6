import type { CsvCell } from '@pitanga/core';
import type { ApiRecord } from '../../api/records';
import { addDays } from '../../format/time';
import { csvMoney } from '../../lists/csv';
import type { Period } from '../../lists/periods';

export type Reconciliation = ApiRecord<'StatementReconciliation'>;
export type Line = Reconciliation['lines'][number];

/** As many as the API adds up at once. */
export const daysMax = 31;

/** `2026-11` of that day and of as many months before it, the newest first. */
export function monthsUntil(today: string, count: number): readonly string[] {
  const months = [today.slice(0, 7)];
  while (months.length < count) months.push(addDays(`${months.at(-1) ?? today}-01`, -1).slice(0, 7));
  return months;
}

/** All days of a month, of the present one those until today. */
export function daysOfMonth(month: string, today: string): Period {
  const startDate = `${month}-01`;
  const endDate = addDays(`${addDays(startDate, daysMax).slice(0, 7)}-01`, -1);
  return { startDate, endDate: endDate > today && startDate <= today ? today : endDate };
}

/** The month whose days these are; undefined for any other period. */
export function matchingMonth({ startDate, endDate }: Period, today: string): string | undefined {
  const month = startDate.slice(0, 7);
  const days = daysOfMonth(month, today);
  return days.startDate === startDate && days.endDate === endDate ? month : undefined;
}

interface Names {
  readonly opening: string;
  readonly total: string;
  readonly closing: string;
  readonly of: (kind: Line['kind']) => string;
}

/** A row of the sum as a spreadsheet has it. */
export interface SumRow {
  readonly name: string;
  readonly count: CsvCell;
  readonly credits: CsvCell;
  readonly debits: CsvCell;
  readonly available: CsvCell;
}

/** The sum row by row: what was available, what each kind did, all together, what was available then. */
export function sumRows(found: Reconciliation, names: Names): readonly SumRow[] {
  const balance = (name: string, available: number): SumRow => ({
    name,
    count: null,
    credits: null,
    debits: null,
    available: csvMoney(available),
  });
  const sum = (name: string, { count, credits, debits }: Omit<Line, 'kind'>): SumRow => ({
    name,
    count,
    credits: csvMoney(credits),
    debits: csvMoney(debits),
    available: csvMoney(credits - debits),
  });
  return [
    balance(names.opening, found.openingAvailable),
    ...found.lines.map((line) => sum(names.of(line.kind), line)),
    sum(names.total, { ...found, count: countEntries(found) }),
    balance(names.closing, found.closingAvailable),
  ];
}

export function countEntries({ lines }: Pick<Reconciliation, 'lines'>): number {
  return lines.reduce((total, { count }) => total + count, 0);
}
