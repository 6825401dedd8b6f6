import { notFound, type AppError } from '@pitanga/core';

export function pixAccountNotFound(): AppError {
  return notFound('This store has no Pix account', 'PIX_ACCOUNT_NOT_FOUND');
}

/** A callback to an unknown segment. */
export function callbackUnknown(): AppError {
  return notFound('Callback not found', 'PIX_CALLBACK_NOT_FOUND');
}
