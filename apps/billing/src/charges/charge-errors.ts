import { failedPrecondition, invalidArgument, notFound, unavailable, type AppError, type Cents } from '@pitanga/core';

export function chargeNotFound(): AppError {
  return notFound('Cobrança não encontrada.', 'CHARGE_NOT_FOUND');
}

export function topUpNotFound(): AppError {
  return notFound('Top-up not found', 'TOP_UP_NOT_FOUND');
}

export function periodTooLarge(): AppError {
  return invalidArgument(
    'The period has too many payments to be added up at once: choose fewer days',
    'PERIOD_TOO_LARGE',
  );
}

const notPayable: Readonly<Record<string, string>> = {
  PAID: 'This charge was already paid',
  EXPIRED: 'This charge has expired',
  CANCELLED: 'This charge was cancelled',
  REFUNDED: 'This charge was already refunded',
  UNDER_DISPUTE: 'This charge was already paid',
  CHARGED_BACK: 'This charge was already paid',
};

/** A charge or checkout in this status takes no payment. */
export function chargeNotPayable(status: string): AppError {
  return failedPrecondition(notPayable[status] ?? 'This charge cannot be paid', `CHARGE_${status}`);
}

/** It ended while its card was being sent, and nothing was charged; a repeat answers how. */
export function chargeClosed(): AppError {
  return unavailable('This charge was closed while it was being processed; try again', 'CHARGE_CLOSED');
}

/** Its bank has taken the order and gives the numbers later. */
export function boletoNotRegistered(): AppError {
  return unavailable('The bank is still registering this boleto; try again in a moment', 'BOLETO_NOT_REGISTERED');
}

export function notPayableBy(method: string): AppError {
  return failedPrecondition(`This charge cannot be paid by ${method}`, 'METHOD_NOT_OFFERED');
}

/** Only Pix and boleto payers can pay another amount. */
export function cardPaysWhatIsDue(dueCents: Cents): AppError {
  return invalidArgument(`Property 'amount' should be ${String(dueCents)}: a card pays exactly what is due`);
}

export function simulationInProduction(): AppError {
  return failedPrecondition('simulate-payment is only available in dev mode', 'DEV_MODE_ONLY');
}

export function sameTaxIdNeedsCustomer(): AppError {
  return invalidArgument('ensureSameTaxId requires a customer with taxId', 'ENSURE_SAME_TAX_ID_NEEDS_CUSTOMER');
}

export function sameTaxIdUnsupported(): AppError {
  return invalidArgument(
    'ensureSameTaxId is not supported by the current PIX provider',
    'ENSURE_SAME_TAX_ID_UNSUPPORTED',
  );
}

/** docs/behaviour/charges.md#boleto-provider */
export function boletoNeedsAddress(missing: string): AppError {
  return invalidArgument(
    `A BOLETO of this store requires a customer with email, address, city, state and zipCode: '${missing}' is missing`,
    'BOLETO_NEEDS_ADDRESS',
  );
}

export function boletoLateFeesRefused(): AppError {
  return invalidArgument(
    "This store's BOLETO provider cannot charge interest or a fine: leave 'interest' and 'fine' out",
    'BOLETO_LATE_FEES_UNSUPPORTED',
  );
}

export function boletoFixedFineRefused(): AppError {
  return invalidArgument(
    "This store's BOLETO provider takes a fine as a percentage only: give 'fine' with the type PERCENTAGE",
    'BOLETO_FIXED_FINE_UNSUPPORTED',
  );
}

export function boletoAmountRefused(range: {
  readonly amountCentsMin: Cents;
  readonly amountCentsMax: Cents;
}): AppError {
  const { amountCentsMin: min, amountCentsMax: max } = range;
  return invalidArgument(
    `The amount of a BOLETO of this store should be from ${String(min)} to ${String(max)}`,
    'BOLETO_AMOUNT_OUT_OF_RANGE',
  );
}

export function pixAmountRefused(min: Cents): AppError {
  return invalidArgument(`The amount of a PIX of this store should be at least ${String(min)}`, 'PIX_AMOUNT_TOO_SMALL');
}

export function boletoDueTooLate(daysAheadMax: number): AppError {
  return invalidArgument(
    `Property 'dueDate' should be at most ${String(daysAheadMax)} days ahead for a BOLETO of this store`,
    'BOLETO_DUE_TOO_LATE',
  );
}

/** Banks register no boleto without a payer (docs/behaviour/brazil.md#boleto-registration). */
export function boletoNeedsPayer(): AppError {
  return invalidArgument('A BOLETO requires a customer with name and taxId', 'BOLETO_NEEDS_PAYER');
}

/** The store's card provider splits no payment, or into fewer installments. */
export function installmentsUnsupported(property: string, max: number): AppError {
  return invalidArgument(
    `Property '${property}' should be at most ${String(max)} with the card provider of this store`,
    'INSTALLMENTS_UNSUPPORTED',
  );
}
