import { AppError, notFound, unavailable } from '@pitanga/core';

export function sessionMissing(): AppError {
  return new AppError({ kind: 'UNAUTHENTICATED', reason: 'SESSION_MISSING', message: 'Sign in first' });
}

/** The password was right, and the second factor is still to come. */
export function secondFactorMissing(): AppError {
  return new AppError({
    kind: 'UNAUTHENTICATED',
    reason: 'SECOND_FACTOR_PENDING',
    message: 'Finish the sign-in with the second factor',
  });
}

/** A sensitive act without a second factor within the last 15 minutes. */
export function secondFactorRequired(): AppError {
  return new AppError({
    kind: 'PERMISSION_DENIED',
    reason: 'SECOND_FACTOR_REQUIRED',
    message: 'Confirm the second factor again: this needs one within the last 15 minutes',
  });
}

export function crossSiteRequest(): AppError {
  return new AppError({
    kind: 'PERMISSION_DENIED',
    reason: 'CROSS_SITE_REQUEST',
    message: 'The request did not come from the dashboard of this address',
  });
}

export function sessionNotFound(): AppError {
  return notFound('Session not found', 'SESSION_NOT_FOUND');
}

export function sessionsUnavailable(cause: unknown): AppError {
  return unavailable('Sessions cannot be checked at the moment', 'SESSIONS_UNAVAILABLE', cause);
}
