import { alreadyExists, invalidArgument, notFound, type AppError } from '@pitanga/core';

export function productNotFound(): AppError {
  return notFound('Produto não encontrado.', 'PRODUCT_NOT_FOUND');
}

export function productKeyMissing(): AppError {
  return invalidArgument("One of 'id' or 'externalId' is required");
}

export function productExternalIdTaken(): AppError {
  return alreadyExists("Another product already has this 'externalId'", 'PRODUCT_EXTERNAL_ID_TAKEN');
}
