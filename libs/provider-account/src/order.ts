import { isAppError, type AppError } from '@pitanga/core';

/**
 * What has to be done next with an order that moves money at a provider (a payout, a refund): RESERVE the money at the
 * ledger, SEND the order, WATCH for its outcome, or nothing more (DONE). TAKE_BACK: the ledger refused the reserve, and
 * the hold is still to be released.
 */
export type OrderStep = 'RESERVE' | 'TAKE_BACK' | 'SEND' | 'WATCH' | 'DONE';

/** Why a provider does not carry out an order. */
export interface OrderFailure<Reason extends string> {
  readonly failureReason: Reason;
  /** The provider's own code. */
  readonly providerCode: string | undefined;
}

/** What of an order decides its next step. */
export interface Order {
  /** How often the present step has ended without an answer. */
  readonly attempts: number;
  /** Real time at which the order was requested. */
  readonly requestedAt: Date;
  /** Real time at which it was last sent to the provider. */
  readonly sentAt: Date | undefined;
  /** Why the provider refuses it: it is not sent again. */
  readonly refusal: string | undefined;
}

/** How an order stands at its provider. */
export interface OrderReading {
  readonly status: 'PENDING' | 'COMPLETE' | 'FAILED';
}

/** What follows from a provider's answer. */
export type NextStep<Reading> =
  /** Settle or release the hold, then write this end. */
  | { readonly kind: 'END'; readonly end: Exclude<Reading, { readonly status: 'PENDING' }> }
  /**
   * Write the refusal, due again after {@link orderSettlesMs}. Only a certain one then fails the order at once: that of a
   * repeat counts when the order before it is too old to reach the provider.
   */
  | { readonly kind: 'REFUSED'; readonly refusal: AppError; readonly isCertain: boolean }
  /** The refusal that was written before counts now. */
  | { readonly kind: 'FAIL' }
  | { readonly kind: 'SEND_AGAIN'; readonly sentAt: Date }
  | WaitStep;

type WaitStep = OrderWait & { readonly kind: 'WAIT'; readonly afterMs: number };

/** An order that stays at its step. */
export interface OrderWait {
  readonly attempts: number;
  /** The provider has the order: what it refused a repeat with no longer counts. */
  readonly isAccepted: boolean;
}

/** Younger than this, an order that the provider does not know may still be on its way there. */
export const orderSettlesMs = 60_000;
/** From a PENDING answer to the first read: a Pix takes seconds. */
const firstReadMs = 2_000;
/** Until a step that ended without an answer is tried again; the last one repeats. */
const retriesMs = [5_000, 60_000, 600_000, 3_600_000] as const;

/** The ledger or the provider understood the request and refused it: a repeat would be refused too. */
export function isRefusal(error: unknown): error is AppError {
  return isAppError(error) && (error.kind === 'FAILED_PRECONDITION' || error.kind === 'INVALID_ARGUMENT');
}

/**
 * Sends an order and answers what follows. Its row must be at WATCH before, committed by this worker alone: then neither a
 * crash nor another worker sends what may have been sent.
 *
 * @param before the order as it was at SEND
 * @throws what leaves the outcome unknown
 */
export async function sendOrder<Reading extends OrderReading>(
  before: Order,
  send: () => Promise<Reading>,
  read: () => Promise<Reading | undefined>,
): Promise<NextStep<Reading>> {
  try {
    return afterSend(await send());
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // It may refuse a repeat of an order that it carries out.
    const known = await read();
    if (known) return afterSend(known);
    // Only the refusal of the first send proves that the provider has no such order.
    return { kind: 'REFUSED', refusal: error, isCertain: before.sentAt === undefined && before.attempts === 0 };
  }
}

function afterSend<Reading extends OrderReading>(reading: Reading): NextStep<Reading> {
  if (hasEnded(reading)) return { kind: 'END', end: reading };
  return { kind: 'WAIT', attempts: 0, isAccepted: true, afterMs: firstReadMs };
}

/** What follows from a read at `now`; `reading` is undefined when the provider says that it never got the order. */
export function afterRead<Reading extends OrderReading>(
  order: Order,
  reading: Reading | undefined,
  now: Date,
): NextStep<Reading> {
  if (reading && hasEnded(reading)) return { kind: 'END', end: reading };
  if (reading) return { ...afterFailure(order), isAccepted: true };
  const sentAt = order.sentAt ?? order.requestedAt;
  if (now.getTime() - sentAt.getTime() < orderSettlesMs) return afterFailure(order);
  return order.refusal === undefined ? { kind: 'SEND_AGAIN', sentAt } : { kind: 'FAIL' };
}

/** What follows from a step that ended without an answer. */
export function afterFailure({ attempts }: Order): WaitStep {
  const afterMs = retriesMs[Math.min(attempts, retriesMs.length - 1)] ?? 3_600_000;
  return { kind: 'WAIT', attempts: attempts + 1, isAccepted: false, afterMs };
}

function hasEnded<Reading extends OrderReading>(
  reading: Reading,
): reading is Exclude<Reading, { readonly status: 'PENDING' }> {
  return reading.status !== 'PENDING';
}
