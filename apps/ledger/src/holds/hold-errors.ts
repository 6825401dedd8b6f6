import { failedPrecondition, formatBrl, notFound, type AppError, type Cents } from '@pitanga/core';

export function insufficientFunds(availableCents: Cents, neededCents: Cents): AppError {
  return failedPrecondition(
    `INSUFFICIENT_FUNDS: the available balance is ${formatBrl(availableCents)} and the operation needs ${formatBrl(neededCents)}`,
    'INSUFFICIENT_FUNDS',
  );
}

/** Enough is available, but came in by accounts of the merchant, of which an account of the operator pays nothing. */
export function insufficientOperatorFunds(payableCents: Cents, neededCents: Cents): AppError {
  return failedPrecondition(
    `INSUFFICIENT_FUNDS: ${formatBrl(payableCents)} of the available balance came in by accounts of the operator, by ` +
      `whose account this leaves, and the operation needs ${formatBrl(neededCents)}`,
    'INSUFFICIENT_FUNDS',
  );
}

/** The hold was released first; a reserve that arrives later must not debit money. */
export function holdReleased(id: string): AppError {
  return failedPrecondition(`Hold ${id} was released`, 'HOLD_RELEASED');
}

export function holdSettled(id: string): AppError {
  return failedPrecondition(`Hold ${id} was settled`, 'HOLD_SETTLED');
}

/** Billing refunds no more than what is left; this catches a mistake there. */
export function refundsExceedPayment(chargeId: string): AppError {
  return failedPrecondition(`The refunds of charge ${chargeId} would exceed what was paid`, 'REFUNDS_EXCEED_PAYMENT');
}

/** Billing knows what a refund names, and the ledger what is left of each part. */
export function splitRefundExceedsPart(): AppError {
  return failedPrecondition(
    "Property 'splitRefunds' takes more of a sub-account than is left of its part",
    'SPLIT_REFUND_EXCEEDS_PART',
  );
}

export function holdMismatch(id: string): AppError {
  return failedPrecondition(`Hold ${id} exists with another purpose, amount, fee or charge`, 'HOLD_MISMATCH');
}

export function holdNotFound(id: string): AppError {
  return notFound(`Hold ${id} was never reserved`, 'HOLD_NOT_FOUND');
}

export function returnOfUnsettled(id: string): AppError {
  return failedPrecondition(`Hold ${id} was not settled, so nothing of it can have come back`, 'HOLD_NOT_SETTLED');
}

export function returnExceedsPayout(id: string): AppError {
  return failedPrecondition(`More of hold ${id} would have come back than it is of`, 'RETURN_EXCEEDS_PAYOUT');
}
