import { AppError, formatBrl, failedPrecondition, type Cents } from '@pitanga/core';

function exceeded(sentence: string, leftCents: Cents, until: Date | undefined): AppError {
  const metadata = { leftCents: String(leftCents), ...(until && { until: until.toISOString() }) };
  return refused(`PAYOUT_LIMIT_EXCEEDED: ${sentence}`, metadata);
}

function refused(message: string, metadata: Readonly<Record<string, string>>): AppError {
  return new AppError({ kind: 'FAILED_PRECONDITION', reason: 'PAYOUT_LIMIT_EXCEEDED', message, metadata });
}

/** Of the limit of a day or a night. */
export function limitExceeded(name: 'day' | 'night', leftCents: Cents, until: Date): AppError {
  return exceeded(
    `${formatBrl(leftCents)} (${String(leftCents)} centavos) are left of the limit of the ${name} until ${until.toISOString()}`,
    leftCents,
    until,
  );
}

export function orderTooLarge(amountCents: Cents, orderCents: Cents): AppError {
  return exceeded(
    `one order may send ${formatBrl(orderCents)} (${String(orderCents)} centavos), and this one is of ${formatBrl(amountCents)}`,
    orderCents,
    undefined,
  );
}

/** AbacatePay's sentence. */
export function orderTooEarly(until: Date, at: Date): AppError {
  const retryAfterSeconds = String(Math.ceil((until.getTime() - at.getTime()) / 1_000));
  const metadata = { leftCents: '0', until: until.toISOString(), retryAfterSeconds };
  return refused('Aguarde alguns segundos antes de solicitar outro saque.', metadata);
}

/** The store has a list, and the key is not in it. */
export function beneficiaryNotAllowed(): AppError {
  return failedPrecondition('The store does not allow this Pix key to receive money', 'PAYOUT_KEY_NOT_ALLOWED');
}
