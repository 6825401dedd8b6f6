import { invalidArgument, notFound, type AppError } from '@pitanga/core';

export function stripeAccountNotFound(): AppError {
  return notFound('This store has no Stripe account', 'STRIPE_ACCOUNT_NOT_FOUND');
}

export function stripeCallbackUnknown(): AppError {
  return notFound('Callback not found', 'STRIPE_CALLBACK_NOT_FOUND');
}

/** A wrong, missing or old signature; also where no secret is known. */
export function stripeSignatureInvalid(): AppError {
  return invalidArgument('The Stripe-Signature does not sign this body', 'STRIPE_SIGNATURE_INVALID');
}
