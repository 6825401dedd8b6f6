import { alreadyExists, failedPrecondition, invalidArgument, notFound, type AppError } from '@pitanga/core';
import type { PaymentMethod } from '../charges/fees';

export function checkoutNotFound(): AppError {
  return notFound('Cobrança não encontrada.', 'CHECKOUT_NOT_FOUND');
}

export function checkoutKeyMissing(): AppError {
  return invalidArgument("One of 'id', 'externalId' or 'customerId' is required");
}

export function checkoutExternalIdTaken(): AppError {
  return alreadyExists(
    "Another checkout already has this 'externalId' with a different price, items or customer",
    'CHECKOUT_EXTERNAL_ID_TAKEN',
  );
}

export function repeatedProduct(reference: string): AppError {
  return invalidArgument(`The product ${reference} should not be repeated`);
}

export function productWithCycle(reference: string): AppError {
  return invalidArgument(`The product ${reference} has a billing cycle and can only be used in a subscription`);
}

export function methodNotOffered(method: PaymentMethod): AppError {
  return failedPrecondition(`This checkout does not accept ${method}`, 'METHOD_NOT_OFFERED');
}

export function methodNotSimulated(method: PaymentMethod): AppError {
  return failedPrecondition(`Payments by ${method} cannot be simulated yet`, 'METHOD_NOT_SIMULATED');
}
