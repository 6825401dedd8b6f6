import {
  cents,
  failedPrecondition,
  formatBrl,
  invalidArgument,
  notFound,
  unavailable,
  type AppError,
} from '@pitanga/core';
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

export function subscriberRequired(): AppError {
  return invalidArgument("Property 'taxId' is required to subscribe", 'SUBSCRIBER_REQUIRED');
}

/** A call to the provider may be in flight; a retry returns its outcome. */
export function attemptInFlight(): AppError {
  return unavailable('The last charge is still being processed; try again.', 'ATTEMPT_IN_FLIGHT');
}

/** It cannot be taken back; the cancellation or pause continues when the bank has ended it. */
export function cycleAtBank(): AppError {
  return unavailable(
    "The payer's bank is collecting the last charge and takes it back no more; this takes effect when the bank has ended it.",
    'CYCLE_AT_BANK',
  );
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
