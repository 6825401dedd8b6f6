import { failedPrecondition, formatBrl, unavailable, type AppError, type Cents } from '@pitanga/core';

export function insufficientPending(advanceableCents: Cents, askedCents: Cents): AppError {
  return failedPrecondition(
    `INSUFFICIENT_PENDING: o saldo de cartão que pode ser antecipado é ${formatBrl(advanceableCents)} e o pedido é de ${formatBrl(askedCents)}.`,
    'INSUFFICIENT_PENDING',
  );
}

export function nothingToAdvance(): AppError {
  return failedPrecondition('Não há saldo de cartão pendente que possa ser antecipado.', 'NOTHING_TO_ADVANCE');
}

export function advanceCostTooHigh(costCents: Cents, amountCents: Cents): AppError {
  return failedPrecondition(
    `O custo da antecipação, ${formatBrl(costCents)}, consome o valor de ${formatBrl(amountCents)}.`,
    'ADVANCE_COST_TOO_HIGH',
  );
}

export function advanceMismatch(id: string): AppError {
  return failedPrecondition(`Advance ${id} exists with another amount`, 'ADVANCE_MISMATCH');
}

export function partsKeepMoving(): AppError {
  return unavailable('The pending money is moving; try again.', 'LEDGER_BUSY');
}
