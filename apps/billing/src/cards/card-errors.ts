import { invalidArgument, notFound, type AppError } from '@pitanga/core';

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

/** The issuer asks its holder for a confirmation that cannot be given there. */
export function cardNeedsConfirmation(): AppError {
  return invalidArgument("The card's bank asks for a confirmation: use another card", 'CARD_NEEDS_CONFIRMATION');
}

export function cardReplacementNotFound(): AppError {
  return notFound('Card replacement not found', 'CARD_REPLACEMENT_NOT_FOUND');
}
