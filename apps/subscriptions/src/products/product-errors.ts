import { failedPrecondition, type AppError } from '@pitanga/core';

/** 422 at the edge. */
export function productWithoutCycle(): AppError {
  return failedPrecondition('Product must have a billing cycle', 'PRODUCT_WITHOUT_CYCLE');
}

/** 422 at the edge. */
export function productWithCycle(): AppError {
  return failedPrecondition('Product must not have a billing cycle', 'PRODUCT_WITH_CYCLE');
}
