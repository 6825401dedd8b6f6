import { failedPrecondition, invalidArgument, notFound, type AppError } from '@pitanga/core';

export function couponNotFound(): AppError {
  return notFound('Cupom não encontrado.', 'COUPON_NOT_FOUND');
}

/** A 400, unlike other names in use. */
export function couponCodeTaken(): AppError {
  return invalidArgument("Another coupon already has this 'code'", 'COUPON_CODE_TAKEN');
}

export function couponExpired(): AppError {
  return failedPrecondition('An EXPIRED coupon cannot be toggled', 'COUPON_EXPIRED');
}

export function notACouponOfThisList(cursor: 'after' | 'before'): AppError {
  return invalidArgument(`Property '${cursor}' should be the id of an item of this list`);
}

export function couponNotAccepted(): AppError {
  return failedPrecondition('This coupon is not accepted here', 'COUPON_NOT_ACCEPTED');
}

/** INACTIVE, or redeemed as often as allowed. */
export function couponUsedUp(): AppError {
  return failedPrecondition('This coupon is inactive or used up', 'COUPON_USED_UP');
}
