import { invalidArgument, type AppError } from '@pitanga/core';

/** Also for a token of another store or environment. */
export function cardTokenInvalid(): AppError {
  return invalidArgument('Card token is not valid', 'CARD_TOKEN_INVALID');
}

export function cardTokenUsed(): AppError {
  return invalidArgument('Card token was already used', 'CARD_TOKEN_USED');
}

export function cardTokenExpired(): AppError {
  return invalidArgument('Card token has expired', 'CARD_TOKEN_EXPIRED');
}
