import { failedPrecondition, invalidArgument, notFound, type AppError, type Cents } from '@pitanga/core';

export function chargeNotFound(): AppError {
  return notFound('Cobrança não encontrada.', 'CHARGE_NOT_FOUND');
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

/** Banks register no boleto without a payer (docs/behaviour/brazil.md#boleto-registration). */
export function boletoNeedsPayer(): AppError {
  return invalidArgument('A BOLETO requires a customer with name and taxId', 'BOLETO_NEEDS_PAYER');
}
