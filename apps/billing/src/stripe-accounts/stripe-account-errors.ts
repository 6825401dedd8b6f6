import { notFound, type AppError } from '@pitanga/core';

export function stripeAccountNotFound(): AppError {
  return notFound('This store has no Stripe account', 'STRIPE_ACCOUNT_NOT_FOUND');
}
