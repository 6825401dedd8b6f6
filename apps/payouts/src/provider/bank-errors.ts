import { AppError, unavailable } from '@pitanga/core';
import { parseProblem, type BankFaults } from '@pitanga/provider-account/bank';
import type { PayoutFailure } from './payout-provider';

/** The bank understood and refused. @param message ours, because the bank's own words may hold personal data */
export function bankRefused(message: string, { failureReason, providerCode }: PayoutFailure): AppError {
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PAYOUT_PROVIDER_REFUSED',
    message,
    metadata: { failureReason, ...(providerCode !== undefined && { providerCode }) },
  });
}

/** The outcome is unknown, or the bank cannot work now. */
export function bankUnavailable(cause?: unknown): AppError {
  return unavailable(
    'The bank that sends the Pix did not answer; try again in a moment',
    'PAYOUT_PROVIDER_UNAVAILABLE',
    cause,
  );
}

/** Of an answer that could be about something else, nothing is believed. */
export function unusable(why: string): AppError {
  return bankUnavailable(new Error(`unusable answer of the bank: ${why}`));
}

export const payoutFaults: BankFaults = {
  unavailable: bankUnavailable,
  denied: (stage) =>
    new AppError({
      kind: 'UNAVAILABLE',
      reason: 'PAYOUT_PROVIDER_DENIED',
      message: 'The bank refused the credentials of this store',
      metadata: { stage },
    }),
  refused: ({ body }) =>
    bankRefused(`The bank refused the payout (${parseProblem(body).type})`, {
      failureReason: 'UNKNOWN',
      providerCode: undefined,
    }),
};
