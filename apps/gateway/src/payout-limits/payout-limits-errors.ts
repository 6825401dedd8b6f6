import { alreadyExists, failedPrecondition, notFound, permissionDenied, type AppError } from '@pitanga/core';

export function limitChangeNotFound(): AppError {
  return notFound('Change of limits not found', 'LIMIT_CHANGE_NOT_FOUND');
}

/** It takes two people. */
export function ownLimitChange(): AppError {
  return permissionDenied('Who asks for a change of limits cannot confirm it: another person must', 'LIMIT_CHANGE_OWN');
}

export function limitChangeOpen(): AppError {
  return alreadyExists('Another change of limits is under way: cancel it first', 'LIMIT_CHANGE_OPEN');
}

export function limitChangeEnded(): AppError {
  return failedPrecondition('This change of limits is in force, or has ended', 'LIMIT_CHANGE_ENDED');
}
