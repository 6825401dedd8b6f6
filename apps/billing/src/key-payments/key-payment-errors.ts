import { failedPrecondition, formatBrl, notFound, unavailable, type AppError, type Cents } from '@pitanga/core';

/** Also one of an account that several stores share, for everybody but the operator. */
export function keyPaymentNotFound(): AppError {
  return notFound('Pix not found', 'KEY_PAYMENT_NOT_FOUND');
}

export function keyPaymentNotWaiting(status: string): AppError {
  return failedPrecondition(
    `This Pix is ${status}; only a WAITING one can be attached or returned`,
    'KEY_PAYMENT_NOT_WAITING',
  );
}

export function keyPaymentTooOld(days: number): AppError {
  const message = `A Pix can be returned for ${String(days)} days; return this one by a transfer from the bank`;
  return failedPrecondition(message, 'KEY_PAYMENT_TOO_OLD');
}

export function keyPaymentAmount(chargeCents: Cents, paidCents: Cents): AppError {
  const message = `This charge is of ${formatBrl(chargeCents)} and the Pix of ${formatBrl(paidCents)}: they have to be the same`;
  return failedPrecondition(message, 'KEY_PAYMENT_AMOUNT');
}

/** Not by Pix, not at this bank, or of a store that does not have the account. */
export function keyPaymentOfOther(): AppError {
  const message = 'Only a charge by Pix of the same account can take this Pix';
  return failedPrecondition(message, 'KEY_PAYMENT_OTHER_CHARGE');
}

/** The charge has this payment or another, is closed, or wants its customer's own money. */
export function keyPaymentNotTaken(): AppError {
  return failedPrecondition('This charge cannot take this Pix; return it instead', 'KEY_PAYMENT_NOT_TAKEN');
}

export function keyPaymentWentBack(): AppError {
  const message = 'The bank says that this Pix went back, or a part of it: it cannot pay a charge';
  return failedPrecondition(message, 'KEY_PAYMENT_WENT_BACK');
}

export function keyPaymentAccountGone(): AppError {
  return unavailable('The account that this Pix came in by is not connected now', 'KEY_PAYMENT_ACCOUNT_GONE');
}

export function keyPaymentUnseen(): AppError {
  return unavailable('The bank does not show this Pix now; try again later', 'KEY_PAYMENT_UNSEEN');
}
