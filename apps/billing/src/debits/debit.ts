import { addDays, saoPauloDay, startOfSaoPauloDay, type Cents } from '@pitanga/core';
import type { DebitReading } from '../provider/automatic-pix-provider';
import type { PixPayment } from '../provider/pix-provider';

/**
 * SEND: the bank must receive it; RETRY: of another try; SENT: it has it; FAILED: the attempt at hand did, and there
 * may be another; DONE.
 */
export type DebitStep = 'SEND' | 'RETRY' | 'SENT' | 'FAILED' | 'DONE';

/** DEBIT: the payer's bank collects it, as authorised; CODE: the payer pays a code with a due date. */
export type DebitKind = 'DEBIT' | 'CODE';

/** What is to be collected for one cycle. */
export interface Debit {
  /** The bank knows it by this. */
  readonly txid: string;
  readonly kind: DebitKind;
  readonly subscriptionId: string;
  readonly cycleNumber: number;
  /** The bank's id of the payer's authorisation. */
  readonly authorizationId: string;
  readonly amountCents: Cents;
  /** The attempt at hand, and its charge. */
  readonly attemptId: string;
  readonly chargeId: string;
  /** YYYY-MM-DD: when the attempt at hand is to be paid, and when the first one was. */
  readonly collectOn: string;
  readonly firstOn: string;
  readonly step: DebitStep;
  /** The payer's bank has accepted it. */
  readonly isAccepted: boolean;
  /** The bank takes it back no more. */
  readonly isFirm: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A bank takes a debit from the second to the tenth day before it is due; a retry until the day before. */
const firstNoticeDays = 2;
const retryNoticeDays = 1;
/** Pix Automático: three retries within seven days of the first try. */
const retryDaysMax = 7;

/** The day of a first try: as asked, or as soon as the bank takes it. */
export function firstDay(asked: string, now: Date): string {
  return later(asked, addDays(saoPauloDay(now), firstNoticeDays));
}

/** The same for a retry; undefined when its time is over. */
export function retryDay({ firstOn }: Pick<Debit, 'firstOn'>, asked: string, now: Date): string | undefined {
  const day = later(asked, addDays(saoPauloDay(now), retryNoticeDays));
  return day > addDays(firstOn, retryDaysMax) ? undefined : day;
}

/** The day until which a code can be paid: as asked, and never today alone. */
export function codeDay(asked: string, now: Date): string {
  return later(asked, addDays(saoPauloDay(now), 1));
}

function later(day: string, other: string): string {
  return day > other ? day : other;
}

/** Codes of the bank that end a debit; after another one it may be tried again. */
const endingCodes: ReadonlySet<string> = new Set([
  'AC05',
  'AM09',
  'DENC',
  'DS27',
  'DTED',
  'MIDI',
  'MSUC',
  'NITX',
  'RC09',
]);

export type DebitVerdict =
  | { readonly kind: 'PAID'; readonly payments: readonly PixPayment[] }
  | { readonly kind: 'FAILED'; readonly code: string; readonly isFinal: boolean }
  | { readonly kind: 'OPEN' };

const hourMs = 3_600_000;
/** A payer's bank tries from midnight to 8 h and from 18 h to 21 h; the first is over then. */
const afterFirstTriesMs = 8 * hourMs + 15 * 60_000;
/** The last is over at 21 h, and an hour later our bank has it in its books. */
const afterLastTriesMs = 22 * hourMs;

/**
 * What became of the attempt that was to be paid on `collectOn`: of the tries of that day and later, because the bank
 * moves a try to the next business day. Until the day is over a payer's bank tries again by itself, and our bank may ask
 * it to, so that a try that failed says nothing yet, except by a code that ends the debit.
 */
export function judgeDebit(reading: DebitReading, collectOn: string, now: Date): DebitVerdict {
  const { status, payments, tries, endCode } = reading;
  if (payments.length > 0) return { kind: 'PAID', payments };
  // Paid, and the bank has not booked the transfer yet.
  if (status === 'PAID') return { kind: 'OPEN' };
  const own = tries.filter(({ day }) => day >= collectOn);
  const last = own.at(-1);
  const code = own.findLast((one) => one.status === 'FAILED')?.code;
  if (status !== 'OPEN') return { kind: 'FAILED', code: code ?? endCode ?? status, isFinal: true };
  if (last === undefined || own.some((one) => one.status !== 'FAILED')) return { kind: 'OPEN' };
  if (code !== undefined && endingCodes.has(code)) return { kind: 'FAILED', code, isFinal: true };
  if (now < dayPlus(last.day, afterLastTriesMs)) return { kind: 'OPEN' };
  return { kind: 'FAILED', code: code ?? 'REJECTED', isFinal: false };
}

/** A bank has a payment of the last minute in its books. */
const afterCodeMs = 25 * hourMs;

/**
 * What became of a code that could be paid until the end of `collectOn`. It is over once payments of its last minute
 * are in the bank's books, and no other code of the cycle exists before: the payer cannot pay twice.
 */
export function judgeCode(reading: DebitReading, collectOn: string, now: Date): DebitVerdict {
  const { status, payments } = reading;
  if (payments.length > 0) return { kind: 'PAID', payments };
  if (status === 'PAID') return { kind: 'OPEN' };
  if (status === 'CANCELLED') return { kind: 'FAILED', code: status, isFinal: false };
  return now < dayPlus(collectOn, afterCodeMs) ? { kind: 'OPEN' } : { kind: 'FAILED', code: 'EXPIRED', isFinal: false };
}

/** When to read it from the bank, without a callback; undefined when nothing more is expected. */
export function nextDebitPoll({ step, collectOn, firstOn }: Debit, now: Date): Date | undefined {
  if (step === 'DONE') return undefined;
  if (step === 'FAILED') return nextLook({ firstOn }, now);
  const firstTries = dayPlus(collectOn, afterFirstTriesMs);
  if (now < firstTries) return earlier(inHours(now, 6), firstTries);
  const lastTries = dayPlus(collectOn, afterLastTriesMs);
  if (now < lastTries) return earlier(inHours(now, 1), lastTries);
  return now < dayPlus(addDays(collectOn, 3), 0) ? inHours(now, 1) : inHours(now, 12);
}

/** A request that was under way when a debit ended has arrived by then. */
export const lookAgainMs = 120_000;
/** The last day of a retry may move past a long holiday. */
const lastLookDays = retryDaysMax + 7;

/** When to look again at a debit that is to be paid no more, but that its bank may have; undefined once nothing can be. */
export function nextLook({ firstOn }: Pick<Debit, 'firstOn'>, now: Date): Date | undefined {
  return now > dayPlus(addDays(firstOn, lastLookDays), 0) ? undefined : inHours(now, 12);
}

function inHours(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * hourMs);
}

function dayPlus(day: string, ms: number): Date {
  return new Date(startOfSaoPauloDay(day).getTime() + ms);
}

function earlier(first: Date, second: Date): Date {
  return first < second ? first : second;
}
