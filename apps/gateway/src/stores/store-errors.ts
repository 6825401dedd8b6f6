import { invalidArgument, notFound, type AppError } from '@pitanga/core';

export function storeNotFound(): AppError {
  return notFound('Store not found', 'STORE_NOT_FOUND');
}

export function holderTaxIdInvalid(): AppError {
  return invalidArgument("Property 'taxId' should be a valid CPF or CNPJ");
}
