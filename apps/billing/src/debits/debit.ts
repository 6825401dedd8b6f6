import { addDays, saoPauloDay, startOfSaoPauloDay, type Cents } from '@pitanga/core';
import type { DebitReading } from '../provider/automatic-pix-provider';
import type { PixPayment } from '../provider/pix-provider';

/**
 * SEND: the bank is to be told of it; RETRY: of another try; SENT: it has it; FAILED: the attempt at hand did, and there
 * may be another; DONE.
 */
export type DebitStep = 'SEND' | 'RETRY' | 'SENT' | 'FAILED' | 'DONE';

/** What the payer's bank is to collect for one cycle. */
export interface Debit {
  /** The bank knows it by this. */
  readonly txid: string;
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
export const retryDaysMax = 7;

/** The day of a first try: as asked, or as soon as the bank takes it. */
export function firstDay(asked: string, now: Date): string {
  return later(asked, addDays(saoPauloDay(now), firstNoticeDays));
}

/** The same for a retry; undefined when its time is over. */
export function retryDay({ firstOn }: Pick<Debit, 'firstOn'>, asked: string, now: Date): string | undefined {
  const day = later(asked, addDays(saoPauloDay(now), retryNoticeDays));
  return day > addDays(firstOn, retryDaysMax) ? undefined : day;
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

/**
 * What became of the attempt that was to be paid on `collectOn`: of the tries of that day and later, because the bank
 * moves a try to the next business day, and may make several on one day.
 */
export function judgeDebit(reading: DebitReading, collectOn: string): DebitVerdict {
  const { status, payments, tries, endCode } = reading;
  if (payments.length > 0) return { kind: 'PAID', payments };
  // Paid, and the bank has not booked the transfer yet.
  if (status === 'PAID') return { kind: 'OPEN' };
  const own = tries.filter(({ day }) => day >= collectOn);
  const code = own.findLast((one) => one.status === 'FAILED')?.code;
  if (status !== 'OPEN') return { kind: 'FAILED', code: code ?? endCode ?? status, isFinal: true };
  if (own.length === 0 || own.some((one) => one.status !== 'FAILED')) return { kind: 'OPEN' };
  return { kind: 'FAILED', code: code ?? 'REJECTED', isFinal: code !== undefined && endingCodes.has(code) };
}

const hourMs = 3_600_000;
/** A payer's bank tries from midnight to 8 h and from 18 h to 21 h; the first is over then. */
const afterFirstTriesMs = 8 * hourMs + 15 * 60_000;

/** When to read it from the bank, without a callback; undefined when nothing more is expected. */
export function nextDebitPoll({ step, collectOn, firstOn }: Debit, now: Date): Date | undefined {
  const isWaiting = step === 'SEND' || step === 'RETRY' || step === 'SENT';
  const inHours = (hours: number): Date => new Date(now.getTime() + hours * hourMs);
  if (!isWaiting)
    return step === 'DONE' || now > dayStart(addDays(firstOn, retryDaysMax + 3)) ? undefined : inHours(12);
  const firstTries = new Date(dayStart(collectOn).getTime() + afterFirstTriesMs);
  if (now < firstTries) return new Date(Math.min(inHours(6).getTime(), firstTries.getTime()));
  return now < dayStart(addDays(collectOn, 3)) ? inHours(1) : inHours(12);
}

const dayStart = startOfSaoPauloDay;
