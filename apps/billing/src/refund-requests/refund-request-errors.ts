import { failedPrecondition, notFound, type AppError } from '@pitanga/core';

export function refundRequestNotFound(): AppError {
  return notFound('Refund request not found', 'REFUND_REQUEST_NOT_FOUND');
}

/** It was decided otherwise before. */
export function refundRequestDecided(status: 'APPROVED' | 'REFUSED'): AppError {
  const word = status === 'APPROVED' ? 'approved' : 'refused';
  return failedPrecondition(`This refund request was ${word} already`, 'REFUND_REQUEST_DECIDED');
}
