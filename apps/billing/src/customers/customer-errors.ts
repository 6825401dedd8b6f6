import { invalidArgument, notFound, type AppError } from '@pitanga/core';

export function customerNotFound(): AppError {
  return notFound('Cliente não encontrado.', 'CUSTOMER_NOT_FOUND');
}

export function customerKeyMissing(): AppError {
  return invalidArgument("One of 'id', 'email' or 'taxId' is required");
}
