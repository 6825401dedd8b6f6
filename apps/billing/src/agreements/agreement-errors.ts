import { cents, failedPrecondition, formatBrl, notFound, unavailable, type AppError } from '@pitanga/core';
import { amountCentsMin } from '../money/amount-limits';

export function agreementNotFound(): AppError {
  return notFound('Subscription not found', 'AGREEMENT_NOT_FOUND');
}

export function agreementEnded(): AppError {
  return failedPrecondition('This subscription takes no more charges', 'AGREEMENT_ENDED');
}

export function attemptVoided(): AppError {
  return failedPrecondition('This attempt was voided', 'ATTEMPT_VOIDED');
}

export function alreadySubscribed(): AppError {
  return failedPrecondition(
    'This customer already has an active subscription from this checkout',
    'ALREADY_SUBSCRIBED',
  );
}

/** A call to the provider may be in flight; a retry returns its outcome. */
export function attemptInFlight(): AppError {
  return unavailable('The last charge is still being processed; try again.', 'ATTEMPT_IN_FLIGHT');
}

export function revocationInProduction(): AppError {
  return failedPrecondition('simulate-authorization-cancelled is only available in dev mode', 'DEV_MODE_ONLY');
}

export function notAPixAgreement(): AppError {
  return failedPrecondition('Only PIX subscriptions have an authorization', 'NOT_A_PIX_SUBSCRIPTION');
}

/** After its coupons a cycle costs more than nothing and less than a charge may. */
export function cycleTooSmall(): AppError {
  return failedPrecondition(`A cycle costs at least ${formatBrl(cents(amountCentsMin))}`, 'AMOUNT_TOO_SMALL');
}
