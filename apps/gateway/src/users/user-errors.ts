import { invalidArgument, notFound, unavailable, type AppError } from '@pitanga/core';

/** Characters of a password. */
export const passwordLengthMin = 12;
export const passwordLengthMax = 200;

export function emailInvalid(): AppError {
  return invalidArgument("Property 'email' should be an e-mail address");
}

export function passwordMissing(): AppError {
  return invalidArgument("Property 'password' is missing", 'PASSWORD_MISSING');
}

export function passwordLength(): AppError {
  const range = `${String(passwordLengthMin)} to ${String(passwordLengthMax)}`;
  return invalidArgument(`The password should have ${range} characters`, 'PASSWORD_LENGTH');
}

export function passwordCommon(): AppError {
  return invalidArgument('The password is among the first that are tried; choose another', 'PASSWORD_COMMON');
}

export function passwordIsEmail(): AppError {
  return invalidArgument('The password should not be the e-mail', 'PASSWORD_IS_EMAIL');
}

export function passwordsBusy(): AppError {
  return unavailable('Too many people are signing in at this moment; try again', 'SIGN_IN_BUSY');
}

export function userNotFound(): AppError {
  return notFound('User not found', 'USER_NOT_FOUND');
}
