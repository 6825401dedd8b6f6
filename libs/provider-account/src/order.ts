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

/** What the steps read of an order. */
export interface Order<Reason extends string> {
  readonly id: string;
  /** An {@link OrderStep}, or a step of the service's own, at which the order stays. */
  readonly step: string;
  /** How often the present step has ended without an answer. */
  readonly attempts: number;
  /** Real time at which the order was requested. */
  readonly requestedAt: Date;
  /** Real time at which it was last sent to the provider. */
  readonly sentAt: Date | undefined;
  /** Why the provider refuses it: it is not sent again. */
  readonly refusal: Reason | undefined;
  readonly providerCode: string | undefined;
}

/** How an order stands at its provider. */
export interface OrderReading {
  readonly status: 'PENDING' | 'COMPLETE' | 'FAILED';
}

/** A reading that will not change. */
export type EndOf<Reading> = Exclude<Reading, { readonly status: 'PENDING' }>;

export function hasEnded<Reading extends OrderReading>(reading: Reading | undefined): reading is EndOf<Reading> {
  return reading !== undefined && reading.status !== 'PENDING';
}

/** What follows from a provider's answer. */
export type NextStep<Reason extends string> =
  | { readonly kind: 'CONCLUDE' }
  | { readonly kind: 'FAIL'; readonly failure: OrderFailure<Reason> }
  | { readonly kind: 'SEND_AGAIN'; readonly sentAt: Date }
  | ({ readonly kind: 'WAIT'; readonly afterMs: number } & OrderWait);

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

/** @param attempts how often the step has ended without an answer before */
export function retryAfterMs(attempts: number): number {
  return retriesMs[Math.min(attempts, retriesMs.length - 1)] ?? 3_600_000;
}

/** The ledger or the provider understood the request and refused it: a repeat would be refused too. */
export function isRefusal(error: unknown): error is AppError {
  return isAppError(error) && (error.kind === 'FAILED_PRECONDITION' || error.kind === 'INVALID_ARGUMENT');
}

/** What follows from the answer to an order that was just sent. */
export function afterSend({ status }: OrderReading): NextStep<never> {
  return status === 'PENDING'
    ? { kind: 'WAIT', attempts: 0, isAccepted: true, afterMs: firstReadMs }
    : { kind: 'CONCLUDE' };
}

/** What follows from a read at `now`; `reading` is undefined when the provider says that it never got the order. */
export function afterRead<Reason extends string>(
  order: Omit<Order<Reason>, 'id' | 'step'>,
  reading: OrderReading | undefined,
  now: Date,
): NextStep<Reason> {
  if (reading && reading.status !== 'PENDING') return { kind: 'CONCLUDE' };
  const { refusal, providerCode, sentAt = order.requestedAt } = order;
  if (reading || now.getTime() - sentAt.getTime() < orderSettlesMs) {
    const afterMs = retryAfterMs(order.attempts);
    return { kind: 'WAIT', attempts: order.attempts + 1, isAccepted: reading !== undefined, afterMs };
  }
  if (refusal !== undefined) return { kind: 'FAIL', failure: { failureReason: refusal, providerCode } };
  return { kind: 'SEND_AGAIN', sentAt };
}

/** Only the refusal of the first send proves that the provider has no such order. */
export function isFirstSend({ sentAt, attempts }: Pick<Order<string>, 'sentAt' | 'attempts'>): boolean {
  return sentAt === undefined && attempts === 0;
}
