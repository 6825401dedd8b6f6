import { type AppError, failedPrecondition, invalidArgument, notFound, permissionDenied } from '@pitanga/core';
import { ownedStoresMax } from '../members/member';

export function storeNotFound(): AppError {
  return notFound('Store not found', 'STORE_NOT_FOUND');
}

export function holderTaxIdInvalid(): AppError {
  return invalidArgument("Property 'taxId' should be a valid CPF or CNPJ");
}

/** Its pages take no payment, and billing begins none. */
export function storeClosed(): AppError {
  return failedPrecondition('This store does not take payments any more', 'STORE_CLOSED');
}

export function storeNotReady(): AppError {
  return failedPrecondition('The store is still being created', 'STORE_NOT_READY');
}

export function closeNotConfirmed(): AppError {
  return invalidArgument("Property 'confirm' should be the name of the store");
}

/** By the route that writes at once. */
export function limitNeedsChange(): AppError {
  return failedPrecondition(
    'Raising or removing a limit takes a second person and a day: use payout-limits/update',
    'LIMIT_CHANGE_NEEDED',
  );
}

export function tooManyStores(): AppError {
  return permissionDenied(`A person can own ${String(ownedStoresMax)} stores`, 'TOO_MANY_STORES');
}

export function storeCreationClosed(): AppError {
  return permissionDenied('Stores are created by the operator of this installation', 'STORE_CREATION_CLOSED');
}

/** Of what only a store that can take payments does. */
export function notInSandbox(): AppError {
  return failedPrecondition('A sandbox cannot do this: use the store that it belongs to', 'NOT_IN_SANDBOX');
}

export function sandboxHasNoProduction(): AppError {
  return failedPrecondition('A sandbox has no production environment', 'SANDBOX_HAS_NO_PRODUCTION');
}
