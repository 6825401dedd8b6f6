import { AppError, notFound } from '@pitanga/core';

export function payoutAccountNotFound(): AppError {
  return notFound('This store has no payout account', 'PAYOUT_ACCOUNT_NOT_FOUND');
}

/** A callback to a segment that is nobody's. */
export function callbackUnknown(): AppError {
  return notFound('Callback not found', 'PAYOUT_CALLBACK_NOT_FOUND');
}

/** Not made by the account's provider, or too long ago. */
export function callbackNotSigned(): AppError {
  return new AppError({
    kind: 'UNAUTHENTICATED',
    reason: 'PAYOUT_CALLBACK_SIGNATURE',
    message: 'The signature of the callback is not valid',
  });
}
