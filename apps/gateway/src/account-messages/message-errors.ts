import { invalidArgument, type AppError } from '@pitanga/core';

export function linkInvalid(): AppError {
  return invalidArgument('The link is not valid: it was used, has expired, or was replaced by another', 'LINK_INVALID');
}
