import { permissionDenied, type AppError } from '@pitanga/core';

/** What two people decide, no key does. */
export function personRequired(): AppError {
  return permissionDenied('This is for members who are signed in, and for no API key', 'PERSON_REQUIRED');
}
