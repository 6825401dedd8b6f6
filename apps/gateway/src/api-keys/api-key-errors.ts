import { AppError, failedPrecondition, invalidArgument, notFound, unavailable } from '@pitanga/core';
import { apiKeysMax, descriptionMax } from './api-key';

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
