import { failedPrecondition, invalidArgument, notFound, type AppError } from '@pitanga/core';

export function subscriptionNotFound(): AppError {
  return notFound('Subscription not found', 'SUBSCRIPTION_NOT_FOUND');
}

/** Of operations that a cancelled subscription does not have. */
export function subscriptionNotActive(): AppError {
  return notFound('Subscription not found or not active', 'SUBSCRIPTION_NOT_ACTIVE');
}

export function subscriptionKeyMissing(): AppError {
  return invalidArgument("One of 'id', 'externalId' or 'customerId' is required");
}

export function resumesOutOfRange(daysMax: number): AppError {
  return invalidArgument(`Property 'resumesAt' should be to come, and at most ${String(daysMax)} days away`);
}

/** Its end has come, and the usage before it is being collected. */
export function subscriptionEnding(): AppError {
  return failedPrecondition('This subscription has ended but for the charge of its last usage', 'SUBSCRIPTION_ENDING');
}

/** It is cancelled at the due instant from which the change would apply. */
export function subscriptionEndsFirst(): AppError {
  const message = 'This subscription is cancelled before its next charge: resume it first';
  return failedPrecondition(message, 'SUBSCRIPTION_ENDS_FIRST');
}

export function planChangeNotFound(): AppError {
  return notFound('No plan change is pending', 'PLAN_CHANGE_NOT_FOUND');
}

export function notPaidByCard(): AppError {
  return failedPrecondition('This subscription is not paid by card', 'NOT_PAID_BY_CARD');
}

export function notPastDue(): AppError {
  return failedPrecondition('This subscription has no cycle that could not be charged', 'SUBSCRIPTION_NOT_PAST_DUE');
}

/** After an irreversible decline. */
export function cardStopped(): AppError {
  return failedPrecondition('The bank has refused this card for good: it is not sent again', 'CARD_STOPPED');
}

export function collectedTooOften(): AppError {
  const message = 'This cycle was tried by hand too often: its schedule, or another card, tries it again';
  return failedPrecondition(message, 'COLLECTED_TOO_OFTEN');
}
