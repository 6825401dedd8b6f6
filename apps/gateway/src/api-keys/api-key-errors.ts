import {
  AppError,
  failedPrecondition,
  invalidArgument,
  notFound,
  permissionDenied,
  unauthenticated,
  unavailable,
} from '@pitanga/core';
import { allowedAddressesMax } from './allowed-addresses';
import { apiKeysMax, descriptionMax, overlapHoursMax } from './api-key';

export function keyMissing(): AppError {
  return unauthenticated('Token de autenticação inválido ou ausente.', 'API_KEY_MISSING');
}

export function keyInvalid(): AppError {
  return unauthenticated('Invalid or inactive API key', 'API_KEY_INVALID');
}

export function permissionsMissing(missing: readonly string[]): AppError {
  const permission = missing.join(', ');
  return new AppError({
    kind: 'PERMISSION_DENIED',
    reason: 'PERMISSION_MISSING',
    message: `Insufficient permissions. Missing permission${missing.length > 1 ? 's' : ''}: ${permission}`,
    metadata: { permission },
  });
}

export function keysUnavailable(cause: unknown): AppError {
  return unavailable('API keys cannot be checked at the moment', 'API_KEYS_UNAVAILABLE', cause);
}

export function tooManyKeys(): AppError {
  return failedPrecondition(`A store can have ${String(apiKeysMax)} API keys in each environment`, 'TOO_MANY_API_KEYS');
}

export function descriptionInvalid(): AppError {
  return invalidArgument(`Property 'description' should have 1 to ${String(descriptionMax)} characters`);
}

export function apiKeyNotFound(): AppError {
  return notFound('API key not found', 'API_KEY_NOT_FOUND');
}

export function keyExpired(): AppError {
  return unauthenticated('The API key has expired', 'API_KEY_EXPIRED');
}

export function addressNotAllowed(): AppError {
  return permissionDenied('This API key may not be used from this address', 'ADDRESS_NOT_ALLOWED');
}

export function restrictedKey(): AppError {
  return permissionDenied('A key that ends or is bound to addresses cannot create or roll keys', 'RESTRICTED_KEY');
}

export function devKeyRefused(): AppError {
  return permissionDenied('This changes both environments and needs a production key', 'DEV_KEY_REFUSED');
}

export function permissionNotHeld(permission: string): AppError {
  return new AppError({
    kind: 'PERMISSION_DENIED',
    reason: 'PERMISSION_NOT_HELD',
    message: `A key can have only permissions of its creator, who lacks ${permission}`,
    metadata: { permission },
  });
}

export function expiryInvalid(): AppError {
  return invalidArgument("Property 'expiresAt' should be in the next 10 years");
}

export function allowedAddressesInvalid(): AppError {
  return invalidArgument(
    `Property 'allowedAddresses' should have at most ${String(allowedAddressesMax)} IP addresses or networks like 203.0.113.0/24`,
  );
}

export function overlapInvalid(): AppError {
  return invalidArgument(`Property 'overlapHours' should be from 0 to ${String(overlapHoursMax)}`);
}
