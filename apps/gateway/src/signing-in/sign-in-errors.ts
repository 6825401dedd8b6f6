import { AppError } from '@pitanga/core';

/** The same for an unknown e-mail and a wrong password. */
export function signInFailed(): AppError {
  return new AppError({
    kind: 'UNAUTHENTICATED',
    reason: 'SIGN_IN_FAILED',
    message: 'The e-mail or the password is not right',
  });
}

export function passwordWrong(): AppError {
  return new AppError({ kind: 'PERMISSION_DENIED', reason: 'PASSWORD_WRONG', message: 'The password is not right' });
}

export function signUpClosed(): AppError {
  return new AppError({
    kind: 'PERMISSION_DENIED',
    reason: 'SIGN_UP_CLOSED',
    message: 'Accounts are made by invitation here',
  });
}
