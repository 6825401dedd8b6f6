import { invalidArgument, unavailable, type AppError } from '@pitanga/core';

/** Between two entries that a filter shows there are others, so that no balance would follow from the one before. */
export function balanceWithFilter(): AppError {
  return invalidArgument("Property 'withBalance' should not be used with status, method, kind, search, subAccountId");
}

export function periodTooLarge(): AppError {
  return invalidArgument(
    'The period has too many entries, or too many came after it, to be added up at once: choose fewer or later days',
    'PERIOD_TOO_LARGE',
  );
}

export function reconciliationsBusy(): AppError {
  return unavailable('Other statements are being added up; try again in a moment', 'LEDGER_BUSY');
}
