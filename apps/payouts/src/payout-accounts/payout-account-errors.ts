import { AppError, failedPrecondition, notFound } from '@pitanga/core';

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

/** Asked about an open payout, another account would not know it, and it would be sent a second time. */
export function payoutsStillOpen(): AppError {
  return failedPrecondition(
    'Payouts of this store are still open at this provider, and nothing tells that the new settings are of the same ' +
      "account: wait until they have ended, give its 'accountId' as it was set before, or set 'force' to true",
    'PAYOUTS_STILL_OPEN',
  );
}
