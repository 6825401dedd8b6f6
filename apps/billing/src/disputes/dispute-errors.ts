import { failedPrecondition, type AppError } from '@pitanga/core';

export function notDisputable(status: string): AppError {
  return failedPrecondition(`A charge with status ${status} cannot be disputed`, 'NOT_DISPUTABLE');
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
