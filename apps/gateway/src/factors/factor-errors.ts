import {
  alreadyExists,
  type AppError,
  failedPrecondition,
  invalidArgument,
  notFound,
  unauthenticated,
} from '@pitanga/core';

/** One sentence for every wrong proof, so that none tells which part was right. */
export function secondFactorInvalid(): AppError {
  return unauthenticated('The second factor is not right, or was used already', 'SECOND_FACTOR_INVALID');
}

export function totpExists(): AppError {
  return alreadyExists('An authenticator app is set up already; remove it first', 'TOTP_EXISTS');
}

export function totpNotEnrolled(): AppError {
  return failedPrecondition('No authenticator app is being set up', 'TOTP_NOT_ENROLLED');
}

export function totpCodeInvalid(): AppError {
  return invalidArgument('The code is not right; check the clock of the phone', 'TOTP_CODE_INVALID');
}

export function passkeyInvalid(): AppError {
  return invalidArgument('The passkey cannot be taken; try again', 'PASSKEY_INVALID');
}

export function passkeyNotFound(): AppError {
  return notFound('Passkey not found', 'PASSKEY_NOT_FOUND');
}

export function tooManyPasskeys(): AppError {
  return failedPrecondition('A person can have 10 passkeys', 'TOO_MANY_PASSKEYS');
}
