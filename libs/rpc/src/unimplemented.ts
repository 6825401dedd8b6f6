import { status } from '@grpc/grpc-js';
import { isAppError } from '@pitanga/core';

/** Whether a call failed because the server, of an earlier release, does not have its method. */
export function isUnimplemented(error: unknown): boolean {
  if (!isAppError(error) || typeof error.cause !== 'object' || error.cause === null) return false;
  return 'code' in error.cause && error.cause.code === status.UNIMPLEMENTED;
}
