import { invalidArgument, type AppError } from '@pitanga/core';

/** Also for a token of another store or environment. */
export function cardTokenInvalid(): AppError {
  return invalidArgument('Token de cartão inválido.', 'CARD_TOKEN_INVALID');
}

export function cardTokenUsed(): AppError {
  return invalidArgument('Este token de cartão já foi usado.', 'CARD_TOKEN_USED');
}

export function cardTokenExpired(): AppError {
  return invalidArgument('Este token de cartão expirou.', 'CARD_TOKEN_EXPIRED');
}
