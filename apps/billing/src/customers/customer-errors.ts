import { alreadyExists, invalidArgument, notFound, type AppError } from '@pitanga/core';

export function customerNotFound(): AppError {
  return notFound('Cliente não encontrado.', 'CUSTOMER_NOT_FOUND');
}

export function taxIdTaken(): AppError {
  return alreadyExists('Another customer has this taxId', 'CUSTOMER_TAX_ID_TAKEN');
}

export function customerKeyMissing(): AppError {
  return invalidArgument("One of 'id', 'email' or 'taxId' is required");
}
