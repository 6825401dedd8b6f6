import { failedPrecondition, type AppError } from '@pitanga/core';

/** A store whose creation is not complete; never a default instead. */
export function storeNotConfigured(): AppError {
  return failedPrecondition('Payouts are not configured for this store', 'STORE_NOT_CONFIGURED');
}
