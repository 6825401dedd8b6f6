import { failedPrecondition, notFound, type AppError } from '@pitanga/core';
import { sandboxesMax } from './sandbox';

export function sandboxNotFound(): AppError {
  return notFound('Sandbox not found', 'SANDBOX_NOT_FOUND');
}

export function sandboxInDevModeOnly(): AppError {
  return failedPrecondition('Sandboxes are for dev mode: use a dev key', 'SANDBOX_DEV_ONLY');
}

export function tooManySandboxes(): AppError {
  return failedPrecondition(
    `A store can have ${String(sandboxesMax)} sandboxes: delete one first`,
    'TOO_MANY_SANDBOXES',
  );
}

/** Of two resets at once. */
export function sandboxChanged(): AppError {
  return failedPrecondition('The sandbox was reset or deleted at the same time', 'SANDBOX_CHANGED');
}
