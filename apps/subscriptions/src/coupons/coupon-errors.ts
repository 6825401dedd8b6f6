import { invalidArgument, notFound, type AppError } from '@pitanga/core';

export function couponNotFound(): AppError {
  return notFound('Cupom não encontrado.', 'COUPON_NOT_FOUND');
}

export function tooManyCoupons(max: number): AppError {
  return invalidArgument(`A subscription has at most ${String(max)} coupons`);
}
