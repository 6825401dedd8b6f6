import { failedPrecondition, formatBrl, cents, invalidArgument, type AppError } from '@pitanga/core';
import { amountMax } from '../subscriptions/subscription';
import { unitsMax } from './usage-record';

export function unitsOutOfRange(): AppError {
  return invalidArgument(`Property 'units' should be between 1 and ${String(unitsMax)}`);
}

/** 422 at the edge. */
export function usageBelowZero(): AppError {
  return failedPrecondition("A cycle's usage of a product cannot be less than zero", 'USAGE_BELOW_ZERO');
}

/** 422 at the edge: the charge of the cycle could not be made. */
export function usageTooLarge(): AppError {
  const limit = formatBrl(cents(amountMax));
  return failedPrecondition(`The charge of the cycle cannot be more than ${limit}`, 'USAGE_TOO_LARGE');
}
