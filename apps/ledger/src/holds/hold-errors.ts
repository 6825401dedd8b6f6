import { failedPrecondition, formatBrl, notFound, type AppError, type Cents } from '@pitanga/core';

export function insufficientFunds(availableCents: Cents, neededCents: Cents): AppError {
  return failedPrecondition(
    `INSUFFICIENT_FUNDS: o saldo disponível é ${formatBrl(availableCents)} e a operação precisa de ${formatBrl(neededCents)}.`,
    'INSUFFICIENT_FUNDS',
  );
}

/** Its owner gave the hold up; a reserve that comes later must not take money. */
export function holdReleased(id: string): AppError {
  return failedPrecondition(`Hold ${id} was released`, 'HOLD_RELEASED');
}

export function holdSettled(id: string): AppError {
  return failedPrecondition(`Hold ${id} was settled`, 'HOLD_SETTLED');
}

export function holdMismatch(id: string): AppError {
  return failedPrecondition(`Hold ${id} exists with another purpose, amount, fee or charge`, 'HOLD_MISMATCH');
}

export function holdNotFound(id: string): AppError {
  return notFound(`Hold ${id} was never reserved`, 'HOLD_NOT_FOUND');
}
