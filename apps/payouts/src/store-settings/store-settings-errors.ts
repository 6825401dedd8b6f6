import { failedPrecondition, type AppError } from '@pitanga/core';

/** The creation of the store is not complete; defaults are never assumed. */
export function storeNotConfigured(): AppError {
  return failedPrecondition('Payouts are not configured for this store', 'STORE_NOT_CONFIGURED');
}
