import { AppError, isAppError, unavailable } from '@pitanga/core';
import Stripe from 'stripe';

/** The outcome is unknown, or Stripe is unavailable. */
export function stripeUnavailable(cause?: unknown): AppError {
  return unavailable('Stripe did not answer; try again in a moment', 'STRIPE_UNAVAILABLE', cause);
}

/** More calls of one store than may wait. */
export function stripeBusy(): AppError {
  return unavailable('Too many calls to Stripe are under way for this store; try again in a moment', 'STRIPE_BUSY');
}

/** A wrong key or a missing permission: only the owner of the account can repair it. */
export function stripeDenied(): AppError {
  return unavailable("Stripe refused this store's keys", 'STRIPE_DENIED');
}

/** A refusal: nothing was done. The message is ours, because Stripe's may quote what it was sent. */
export function stripeRefused(refusal: StripeRefusal): AppError {
  const { code, param } = refusal;
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'STRIPE_REFUSED',
    message: `Stripe refused the operation${code === undefined ? '' : ` (${code})`}`,
    metadata: { ...(code !== undefined && { providerCode: code }), ...(param !== undefined && { param }) },
    cause: refusal,
  });
}

/** The parts of an error that hold no personal data and no key. */
export interface StripeRefusal {
  readonly status: number | undefined;
  /** Stripe's error code, e.g. resource_missing. */
  readonly code: string | undefined;
  readonly param: string | undefined;
}

const word = /^[a-z0-9_.[\]-]{1,80}$/i;

/** Our code of a refusal because the idempotency key came with other parameters before; Stripe gives it a type alone. */
export const keyTaken = 'idempotency_error';

export function toStripeRefusal(error: Stripe.errors.StripeError): StripeRefusal {
  const shown = (text: string | undefined) => (text !== undefined && word.test(text) ? text : undefined);
  const code = error.type === 'StripeIdempotencyError' ? keyTaken : error.code;
  return { status: error.statusCode, code: shown(code), param: shown(error.param) };
}

export function isKeyTaken(error: unknown): boolean {
  return isAppError(error) && (error.cause as Partial<StripeRefusal> | undefined)?.code === keyTaken;
}

/** The refusal in a thrown {@link stripeRefused}. */
export function refusalIn(error: unknown): StripeRefusal | undefined {
  return isAppError(error) && error.reason === 'STRIPE_REFUSED' ? (error.cause as StripeRefusal) : undefined;
}

/** What was asked of Stripe; undefined when the account has no such object. */
export async function orMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (refusalIn(error)?.code === 'resource_missing') return undefined;
    throw error;
  }
}

export function isStripeError(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeError;
}

/** Whether a repeat with the same idempotency key may get another answer: no answer, a conflict, a limit, a fault. */
export function isPassing({ statusCode = 0 }: Stripe.errors.StripeError): boolean {
  return statusCode === 0 || statusCode === 409 || statusCode === 429 || statusCode >= 500;
}
