import { formatBrl, cents, invalidArgument, type AppError } from '@pitanga/core';
import { amountMax, amountMin } from '../subscriptions/subscription';

export function planAmountOutOfRange(minCents = cents(amountMin)): AppError {
  const range = `${formatBrl(minCents)} and ${formatBrl(cents(amountMax))}`;
  return invalidArgument(`The new amount should be between ${range}`, 'PLAN_AMOUNT_OUT_OF_RANGE');
}

export function quantityOutOfRange(): AppError {
  return invalidArgument("Property 'quantity' should be between 1 and 10000");
}
