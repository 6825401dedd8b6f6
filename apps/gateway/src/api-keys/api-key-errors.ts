import { AppError, failedPrecondition, invalidArgument, notFound, unavailable } from '@pitanga/core';
import { allowedAddressesMax } from './allowed-addresses';
import { apiKeysMax, descriptionMax, overlapHoursMax } from './api-key';

export function keyMissing(): AppError {
  return new AppError({
    kind: 'UNAUTHENTICATED',
    reason: 'API_KEY_MISSING',
    message: 'Token de autenticação inválido ou ausente.',
  });
}

export function keyInvalid(): AppError {
  return new AppError({ kind: 'UNAUTHENTICATED', reason: 'API_KEY_INVALID', message: 'Invalid or inactive API key' });
}

export function permissionMissing(permission: string): AppError {
  return new AppError({
    kind: 'PERMISSION_DENIED',
    reason: 'PERMISSION_MISSING',
    message: `Insufficient permissions. Missing permission: ${permission}`,
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
  return new AppError({ kind: 'UNAUTHENTICATED', reason: 'API_KEY_EXPIRED', message: 'The API key has expired' });
}

export function addressNotAllowed(): AppError {
  return new AppError({
    kind: 'PERMISSION_DENIED',
    reason: 'ADDRESS_NOT_ALLOWED',
    message: 'This API key may not be used from this address',
  });
}

export function restrictedKey(): AppError {
  return new AppError({
    kind: 'PERMISSION_DENIED',
    reason: 'RESTRICTED_KEY',
    message: 'A key that ends or is bound to addresses cannot create or roll keys',
  });
}

export function devKeyRefused(): AppError {
  return new AppError({
    kind: 'PERMISSION_DENIED',
    reason: 'DEV_KEY_REFUSED',
    message: 'This changes both environments and needs a production key',
  });
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
