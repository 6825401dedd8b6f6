import { failedPrecondition, invalidArgument, notFound, type AppError } from '@pitanga/core';
import type { Coupon } from './coupon';

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

/**
 * Refuses a coupon that cannot be redeemed at an instant: before its start, from its end on, INACTIVE, or redeemed as often as
 * allowed. FAILED_PRECONDITION.
 */
export function checkRedeemable(coupon: Pick<Coupon, 'status' | 'startsAt' | 'expiresAt'>, at: Date): void {
  const { startsAt, expiresAt } = coupon;
  if (expiresAt && expiresAt <= at) {
    throw failedPrecondition(`This coupon expired at ${expiresAt.toISOString()}`, 'COUPON_PAST_END');
  }
  if (startsAt && startsAt > at) {
    throw failedPrecondition(`This coupon can be used from ${startsAt.toISOString()} on`, 'COUPON_NOT_STARTED');
  }
  if (coupon.status !== 'ACTIVE') throw couponUsedUp();
}

/** INACTIVE, or redeemed as often as allowed. */
export function couponUsedUp(): AppError {
  return failedPrecondition('This coupon is inactive or used up', 'COUPON_USED_UP');
}
