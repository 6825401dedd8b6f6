import { failedPrecondition, type AppError } from '@pitanga/core';

export function notDisputable(status: string): AppError {
  return failedPrecondition(`Uma cobrança com status ${status} não pode ser contestada.`, 'NOT_DISPUTABLE');
}

export function refundUnderWay(): AppError {
  return failedPrecondition('Uma cobrança em reembolso não pode ser contestada.', 'REFUND_UNDER_WAY');
}

export function noOpenDispute(): AppError {
  return failedPrecondition('Esta cobrança não tem contestação aberta.', 'NO_OPEN_DISPUTE');
}

export function disputeSimulationInProduction(): AppError {
  return failedPrecondition('simulate-dispute is only available in dev mode', 'DEV_MODE_ONLY');
}
