import { failedPrecondition, invalidArgument, notFound, type AppError } from '@pitanga/core';

export function notDisputable(status: string): AppError {
  return failedPrecondition(`A charge with status ${status} cannot be disputed`, 'NOT_DISPUTABLE');
}

export function nothingToDispute(): AppError {
  return failedPrecondition('Nothing was paid for this order, so that nothing can be disputed', 'NOT_DISPUTABLE');
}

export function refundUnderWay(): AppError {
  return failedPrecondition('A charge with a refund under way cannot be disputed', 'REFUND_UNDER_WAY');
}

export function noOpenDispute(): AppError {
  return failedPrecondition('This charge has no open dispute', 'NO_OPEN_DISPUTE');
}

export function disputeSimulationInProduction(): AppError {
  return failedPrecondition('simulate-dispute is only available in dev mode', 'DEV_MODE_ONLY');
}

export function disputeNotFound(): AppError {
  return notFound('Dispute not found', 'DISPUTE_NOT_FOUND');
}

export function disputeTakesNoAnswer(): AppError {
  return failedPrecondition('The provider of this charge takes no answers to disputes', 'DISPUTE_ANSWER_UNSUPPORTED');
}

export function disputeAnswered(): AppError {
  return failedPrecondition('This dispute was answered already', 'DISPUTE_ANSWERED');
}

export function disputeClosed(): AppError {
  return failedPrecondition('This dispute was decided already', 'DISPUTE_CLOSED');
}

export function disputeOverdue(): AppError {
  return failedPrecondition('The time to answer this dispute is over', 'DISPUTE_OVERDUE');
}

export function answerUnderWay(): AppError {
  return failedPrecondition('An answer to this dispute is being sent', 'DISPUTE_ANSWER_UNDER_WAY');
}

export function evidenceMissing(): AppError {
  return invalidArgument("Property 'evidence' should have at least one text", 'DISPUTE_EVIDENCE_MISSING');
}
