import { addDays, type Cents } from '@pitanga/core';
import type { PaymentMethod } from '../statement/statement';

/** What moves money between a provider and us. The first and fourth come in, the others go out. */
export const settlementTypes = ['PAYMENT', 'REFUND', 'CHARGEBACK', 'OVERPAYMENT', 'OVERPAYMENT_RETURN'] as const;
export type SettlementType = (typeof settlementTypes)[number];

/** One movement, as a provider's file or the ledger tells it. */
export interface SettlementLine {
  /** Id of the charge, refund or dispute. */
  readonly reference: string;
  /** Undefined where it is not told: then it is not compared. */
  readonly method: PaymentMethod | undefined;
  readonly type: SettlementType;
  readonly amountCents: Cents;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly day: string;
}

export interface Reconciliation {
  /** How many lines agree. */
  readonly matched: number;
  /** The ledger has it, the file does not. */
  readonly missing: readonly SettlementLine[];
  /** The file has it, the ledger does not, or the file has it twice. */
  readonly extra: readonly SettlementLine[];
  /** Both have it, with another amount, method or day. */
  readonly different: readonly { readonly booked: SettlementLine; readonly settled: SettlementLine }[];
}

export interface DayRange {
  readonly fromDay: string;
  readonly toDay: string;
}

/** A provider may count what came around midnight to the next day, and settle after a weekend. */
const neighbourDays = 4;

/** The days that a file is about: from its first line's to its last's; undefined for a file without lines. */
export function daysOf(lines: readonly SettlementLine[]): DayRange | undefined {
  const days = lines.map(({ day }) => day).sort();
  const [fromDay, toDay] = [days[0], days.at(-1)];
  return fromDay === undefined || toDay === undefined ? undefined : { fromDay, toDay };
}

/** The days of the ledger to compare with: a line a few days off is the same line with another day. */
export function widened({ fromDay, toDay }: DayRange): DayRange {
  return { fromDay: addDays(fromDay, -neighbourDays), toDay: addDays(toDay, neighbourDays) };
}

/** Compares a file about the days of `range` with what is booked on those and the days around them. */
export function reconcile(
  settled: readonly SettlementLine[],
  booked: readonly SettlementLine[],
  range: DayRange,
): Reconciliation {
  const open = new Map(booked.map((line) => [keyOf(line), line]));
  const extra: SettlementLine[] = [];
  const different: { booked: SettlementLine; settled: SettlementLine }[] = [];
  let matched = 0;
  for (const line of settled) {
    const known = open.get(keyOf(line));
    // Taken out, so that a second line of the same movement is one too many.
    open.delete(keyOf(line));
    if (known === undefined) extra.push(line);
    else if (isSame(known, line)) matched += 1;
    else different.push({ booked: known, settled: line });
  }
  const missing = [...open.values()].filter(({ day }) => day >= range.fromDay && day <= range.toDay);
  return { matched, missing, extra, different };
}

/** A movement is named by what it is about and what happened to it. */
function keyOf({ reference, type }: SettlementLine): string {
  return `${type} ${reference}`;
}

function isSame(booked: SettlementLine, settled: SettlementLine): boolean {
  const isSameMethod = booked.method === undefined || settled.method === undefined || booked.method === settled.method;
  return isSameMethod && booked.amountCents === settled.amountCents && booked.day === settled.day;
}
