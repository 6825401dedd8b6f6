import { addDays, sumCents, type Cents } from '@pitanga/core';
import type { StatementMethod } from '../statement/statement';

/**
 * Movements between a provider and the platform: PAYMENT, OVERPAYMENT and KEY_PAYMENT (a Pix without a charge) come in, the
 * others go out.
 */
export const settlementTypes = [
  'PAYMENT',
  'REFUND',
  'CHARGEBACK',
  'OVERPAYMENT',
  'OVERPAYMENT_RETURN',
  'KEY_PAYMENT',
  'KEY_PAYMENT_RETURN',
  'PAYOUT',
  'PAYOUT_RETURN',
] as const;
export type SettlementType = (typeof settlementTypes)[number];

/** One movement, in a provider's file or in the ledger. */
export interface SettlementLine {
  /** Id of the charge, refund, dispute, Pix without a charge or payout. */
  readonly reference: string;
  /** Not compared where it is undefined. */
  readonly method: StatementMethod | undefined;
  readonly type: SettlementType;
  readonly amountCents: Cents;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly day: string;
  /** The store's account that moved it; undefined where no service said it, and in a file. */
  readonly account?: string | undefined;
}

export interface Reconciliation {
  /** The number of lines that agree. */
  readonly matched: number;
  /** In the ledger only. */
  readonly missing: readonly SettlementLine[];
  /** In the file only, or in the file twice; with the account that it is booked at, where that is another than the file's. */
  readonly extra: readonly SettlementLine[];
  /** In both, with another amount, method or day. */
  readonly different: readonly { readonly booked: SettlementLine; readonly settled: SettlementLine }[];
  /** What is booked without an account, where the file is one account's. */
  readonly unknown?: {
    /** Lines of it that are in the file. */
    readonly found: number;
    /** What of it is not: another account may have it. */
    readonly missing: readonly SettlementLine[];
  };
}

export interface DayRange {
  readonly fromDay: string;
  readonly toDay: string;
}

/** A provider may date a movement around midnight to the next day, or settle after a weekend. */
const neighbourDays = 4;

/** From the earliest to the latest day of the lines; undefined without lines. */
export function dayRange(lines: readonly SettlementLine[]): DayRange | undefined {
  const days = lines.map(({ day }) => day).sort();
  const [fromDay, toDay] = [days[0], days.at(-1)];
  return fromDay === undefined || toDay === undefined ? undefined : { fromDay, toDay };
}

/** The days of the ledger to compare with: the same movement may be dated a few days off. */
export function widen({ fromDay, toDay }: DayRange): DayRange {
  return { fromDay: addDays(fromDay, -neighbourDays), toDay: addDays(toDay, neighbourDays) };
}

/**
 * Compares the lines of one account's file for `range` with what is booked of that account in those days and the days around
 * them (docs/behaviour/providers.md#account-reconciled). What is booked without an account may be its, too.
 */
export function reconcileAccount(
  settled: readonly SettlementLine[],
  booked: readonly SettlementLine[],
  range: DayRange,
  account: string,
): Reconciliation {
  const inFile = new Set(settled.map(lineKey));
  // A payout of the account is in its file; one of an unknown account only where the file has payouts.
  const hasPayouts = settled.some(isPayout);
  const isOwn = (line: SettlementLine) =>
    line.account === account || (line.account === undefined && (hasPayouts || !isPayout(line)));
  const compared = compare(settled, booked.filter(isOwn), range);
  const elsewhere = new Map(booked.filter((line) => !isOwn(line)).map((line) => [lineKey(line), line.account]));
  return {
    ...compared,
    missing: compared.missing.filter((line) => line.account !== undefined),
    extra: compared.extra.map((line) => ({ ...line, account: elsewhere.get(lineKey(line)) })),
    unknown: {
      found: booked.filter((line) => line.account === undefined && inFile.has(lineKey(line))).length,
      missing: compared.missing.filter((line) => line.account === undefined),
    },
  };
}

/**
 * Compares the lines of a file for `range` with the journals of those days and the days around them, whichever account moved
 * the money. Payouts may leave by another account than payments come in: they are compared where the file has one.
 */
export function reconcile(
  settled: readonly SettlementLine[],
  booked: readonly SettlementLine[],
  range: DayRange,
): Reconciliation {
  const hasPayouts = settled.some(isPayout);
  return compare(
    settled,
    booked.filter((line) => hasPayouts || !isPayout(line)),
    range,
  );
}

function compare(
  settled: readonly SettlementLine[],
  booked: readonly SettlementLine[],
  range: DayRange,
): Reconciliation {
  const open = Map.groupBy(booked, lineKey);
  const extra: SettlementLine[] = [];
  const different: { booked: SettlementLine; settled: SettlementLine }[] = [];
  let matched = 0;
  for (const [key, lines] of Map.groupBy(settled, lineKey)) {
    const pair = pairLines(lines, open.get(key) ?? []);
    matched += pair.matched;
    extra.push(...pair.extra);
    different.push(...pair.different);
    open.set(key, pair.left);
  }
  const missing = [...open.values()].flat().filter(({ day }) => day >= range.fromDay && day <= range.toDay);
  return { matched, missing, extra: withoutUndone(extra), different };
}

function isPayout({ type }: SettlementLine): boolean {
  return type === 'PAYOUT' || type === 'PAYOUT_RETURN';
}

type Paired = Omit<Reconciliation, 'missing'> & {
  /** What was booked and is in no line. */
  readonly left: SettlementLine[];
};

/**
 * Pairs the lines of one movement, which may be several: a payout comes back in parts. Each line is what is booked like it; of
 * the others a line more than what is booked is extra.
 */
function pairLines(settled: readonly SettlementLine[], booked: readonly SettlementLine[]): Paired {
  const left = [...booked];
  const others = settled.filter((line) => {
    const at = left.findIndex((one) => isSame(one, line));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  // Parts that came between two looks are booked as one.
  if (isBookedAsOne(others, left)) return { matched: settled.length, extra: [], different: [], left: [] };
  const different = others.slice(0, left.length).map((line, at) => ({ booked: left[at] ?? line, settled: line }));
  return {
    matched: settled.length - others.length,
    extra: others.slice(different.length),
    different,
    left: left.slice(different.length),
  };
}

function isBookedAsOne(settled: readonly SettlementLine[], booked: readonly SettlementLine[]): boolean {
  const [line] = settled;
  if (line?.type !== 'PAYOUT_RETURN' || booked.length === 0) return false;
  const sum = (lines: readonly SettlementLine[]) => sumCents(...lines.map(({ amountCents }) => amountCents));
  const findLastDay = (lines: readonly SettlementLine[]) =>
    lines
      .map(({ day }) => day)
      .toSorted()
      .at(-1);
  return sum(settled) === sum(booked) && findLastDay(settled) === findLastDay(booked);
}

/** A payout that failed at its provider after the money had moved is two movements there, and none here. */
function withoutUndone(extra: readonly SettlementLine[]): readonly SettlementLine[] {
  const left = [...extra];
  for (const out of extra.filter(({ type }) => type === 'PAYOUT')) {
    const { reference, amountCents } = out;
    const back = left.find((line) => {
      return line.type === 'PAYOUT_RETURN' && line.reference === reference && line.amountCents === amountCents;
    });
    if (!back) continue;
    left.splice(left.indexOf(out), 1);
    left.splice(left.indexOf(back), 1);
  }
  return left;
}

/** Identifies a movement by its reference and type. */
function lineKey({ reference, type }: SettlementLine): string {
  return `${type} ${reference}`;
}

function isSame(booked: SettlementLine, settled: SettlementLine): boolean {
  const isSameMethod = booked.method === undefined || settled.method === undefined || booked.method === settled.method;
  return isSameMethod && booked.amountCents === settled.amountCents && booked.day === settled.day;
}
