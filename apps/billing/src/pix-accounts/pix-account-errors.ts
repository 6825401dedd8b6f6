import { failedPrecondition, notFound, type AppError } from '@pitanga/core';

export function pixAccountNotFound(): AppError {
  return notFound('This store has no Pix account', 'PIX_ACCOUNT_NOT_FOUND');
}

/** A callback to an unknown segment. */
export function callbackUnknown(): AppError {
  return notFound('Callback not found', 'PIX_CALLBACK_NOT_FOUND');
}

/** The settings were tried and do not work; nothing was stored. */
export function pixAccountTestFailed(problems: readonly string[]): AppError {
  return failedPrecondition(problems.join('. '), 'PROVIDER_TEST_FAILED');
}
