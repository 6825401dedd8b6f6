import { failedPrecondition, formatBrl, unavailable, type AppError, type Cents } from '@pitanga/core';

export function insufficientPending(advanceableCents: Cents, requestedCents: Cents): AppError {
  return failedPrecondition(
    `INSUFFICIENT_PENDING: the card balance that can be advanced is ${formatBrl(advanceableCents)} and ${formatBrl(requestedCents)} was asked for`,
    'INSUFFICIENT_PENDING',
  );
}

export function nothingToAdvance(): AppError {
  return failedPrecondition('No pending card balance can be advanced', 'NOTHING_TO_ADVANCE');
}

export function advanceCostTooHigh(costCents: Cents, amountCents: Cents): AppError {
  return failedPrecondition(
    `The cost of the advance, ${formatBrl(costCents)}, uses up its amount of ${formatBrl(amountCents)}`,
    'ADVANCE_COST_TOO_HIGH',
  );
}

export function advanceMismatch(id: string): AppError {
  return failedPrecondition(`Advance ${id} exists with another amount`, 'ADVANCE_MISMATCH');
}

/** Every retry lost its parts to a settlement or another taker. */
export function partsContended(): AppError {
  return unavailable('The pending money is moving; try again.', 'LEDGER_BUSY');
}
