import { type AppError, failedPrecondition, notFound, unauthenticated } from '@pitanga/core';

export function payoutAccountNotFound(): AppError {
  return notFound('This store has no payout account', 'PAYOUT_ACCOUNT_NOT_FOUND');
}

/** A callback to a segment of no account. */
export function callbackUnknown(): AppError {
  return notFound('Callback not found', 'PAYOUT_CALLBACK_NOT_FOUND');
}

/** The callback was not made by the account's provider, or too long ago. */
export function callbackNotSigned(): AppError {
  return unauthenticated('The signature of the callback is not valid', 'PAYOUT_CALLBACK_SIGNATURE');
}

/** Another account would not know the open payouts, and they would be sent a second time. */
export function payoutsStillOpen(): AppError {
  return failedPrecondition(
    'Payouts of this store are still open at this provider, and nothing tells that the new settings are of the same ' +
      "account: wait until they have ended, give its 'accountId' as it was set before, or let the operator set 'force'",
    'PAYOUTS_STILL_OPEN',
  );
}

/** What was sent as another owner's is read only through an account of that owner. */
export function payoutsOfOtherOpen(): AppError {
  return failedPrecondition(
    "Payouts that this account sent as another owner's are still open: wait until they have ended",
    'PAYOUTS_STILL_OPEN',
  );
}

/** The settings were tried and do not work; nothing was stored. */
export function payoutAccountTestFailed(problems: readonly string[]): AppError {
  return failedPrecondition(problems.join('. '), 'PROVIDER_TEST_FAILED');
}
