import { type AppError, permissionDenied, unauthenticated } from '@pitanga/core';

/** The same for an unknown e-mail and a wrong password. */
export function signInFailed(): AppError {
  return unauthenticated('The e-mail or the password is not right', 'SIGN_IN_FAILED');
}

export function passwordWrong(): AppError {
  return permissionDenied('The password is not right', 'PASSWORD_WRONG');
}

export function signUpClosed(): AppError {
  return permissionDenied('Accounts are made by invitation here', 'SIGN_UP_CLOSED');
}
