import { alreadyExists, failedPrecondition, invalidArgument, notFound, type AppError } from '@pitanga/core';

export function subAccountNotFound(): AppError {
  return notFound('Sub account not found', 'SUB_ACCOUNT_NOT_FOUND');
}

export function taxIdInvalid(): AppError {
  return invalidArgument('CPF ou CNPJ inválido', 'TAX_ID_INVALID');
}

/** The store's own document is its own balance. */
export function taxIdOfStore(): AppError {
  return invalidArgument('A subconta não pode ter o CPF ou CNPJ da própria loja', 'SUB_ACCOUNT_OF_STORE');
}

export function externalIdUsed(): AppError {
  return alreadyExists('externalId already in use', 'SUB_ACCOUNT_EXTERNAL_ID_TAKEN');
}

export function tooManySubAccounts(max: number): AppError {
  return failedPrecondition(`A store has at most ${String(max)} sub-accounts`, 'SUB_ACCOUNTS_MAX');
}
