import { AppError, invalidArgument, unavailable } from '@pitanga/core';

export function targetNotAhead(now: Date): AppError {
  return invalidArgument(`Property 'to' should be after the store's time, which is ${now.toISOString()}`);
}

export function targetTooFar(): AppError {
  return invalidArgument("Property 'to' should be at most 10 years ahead");
}

export function advanceUnderWay(): AppError {
  const message = 'The clock of this store is already being advanced';
  return new AppError({ kind: 'ABORTED', reason: 'ADVANCE_UNDER_WAY', message });
}

export function advanceTooLong(): AppError {
  const message = 'The clock is still on its way: repeat the request to go on';
  return new AppError({ kind: 'DEADLINE_EXCEEDED', reason: 'ADVANCE_TOO_LONG', message });
}

export function advanceInterrupted(): AppError {
  return unavailable('The advance was interrupted: repeat the request to go on', 'ADVANCE_INTERRUPTED');
}
