import { alreadyExists, failedPrecondition, formatBrl, notFound, type AppError, type Cents } from '@pitanga/core';

export function transferTaken(): AppError {
  return alreadyExists(
    'externalId already in use by a transfer of another amount or sub-account',
    'SUB_TRANSFER_EXTERNAL_ID_TAKEN',
  );
}

export function transferNotFound(): AppError {
  return notFound('Transfer not found', 'SUB_TRANSFER_NOT_FOUND');
}

export function transferCauseNotFound(): AppError {
  return notFound(
    'No refund, dispute or transfer with this id has anything to do with the sub-account',
    'SUB_TRANSFER_CAUSE_NOT_FOUND',
  );
}

export function transferExceedsCause(leftCents: Cents): AppError {
  return failedPrecondition(
    `At most ${formatBrl(leftCents)} can still go back to the store for what 'against' names`,
    'SUB_TRANSFER_EXCEEDS_CAUSE',
  );
}
