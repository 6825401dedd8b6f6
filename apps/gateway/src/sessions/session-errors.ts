import { type AppError, notFound, permissionDenied, unauthenticated, unavailable } from '@pitanga/core';

export function sessionMissing(): AppError {
  return unauthenticated('Sign in first', 'SESSION_MISSING');
}

/** The password was right, and the second factor is still to come. */
export function secondFactorMissing(): AppError {
  return unauthenticated('Finish the sign-in with the second factor', 'SECOND_FACTOR_PENDING');
}

/** A sensitive act without a second factor within the last 15 minutes. */
export function secondFactorRequired(): AppError {
  return permissionDenied(
    'Confirm the second factor again: this needs one within the last 15 minutes',
    'SECOND_FACTOR_REQUIRED',
  );
}

export function crossSiteRequest(): AppError {
  return permissionDenied('The request did not come from the dashboard of this address', 'CROSS_SITE_REQUEST');
}

export function sessionNotFound(): AppError {
  return notFound('Session not found', 'SESSION_NOT_FOUND');
}

export function sessionsUnavailable(cause: unknown): AppError {
  return unavailable('Sessions cannot be checked at the moment', 'SESSIONS_UNAVAILABLE', cause);
}
