import { failedPrecondition, invalidArgument, notFound, type AppError } from '@pitanga/core';

export function stripeAccountNotFound(): AppError {
  return notFound('This store has no Stripe account', 'STRIPE_ACCOUNT_NOT_FOUND');
}

/** Another account knows neither the store's open payments and refunds nor its saved cards. */
export function stripeAccountInUse(): AppError {
  return failedPrecondition(
    'The keys are of another Stripe account, while open payments, refunds or subscriptions of this store are at the ' +
      "present one: wait until they have ended, or set 'replaceAccount' to true",
    'STRIPE_ACCOUNT_IN_USE',
  );
}

export function stripeCallbackUnknown(): AppError {
  return notFound('Callback not found', 'STRIPE_CALLBACK_NOT_FOUND');
}

/** A wrong, missing or old signature; also where no secret is known. */
export function stripeSignatureInvalid(): AppError {
  return invalidArgument('The Stripe-Signature does not sign this body', 'STRIPE_SIGNATURE_INVALID');
}
