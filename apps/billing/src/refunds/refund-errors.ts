import { failedPrecondition, formatBrl, invalidArgument, notFound, AppError, type Cents } from '@pitanga/core';
import type { ChargeOrigin } from '../charges/charge';

export function refundNotFound(): AppError {
  return notFound('Refund not found', 'REFUND_NOT_FOUND');
}

/** Also while a refund of all that was left is under way. */
export function alreadyRefunded(): AppError {
  return failedPrecondition('Esta cobrança já foi reembolsada.', 'ALREADY_REFUNDED');
}

/** Something is left, but one refund of a charge goes at a time. */
export function refundPending(): AppError {
  const message = 'This charge has a refund under way; ask for another when it has ended';
  return failedPrecondition(message, 'REFUND_PENDING');
}

export function refundTooSmall(): AppError {
  return invalidArgument("Property 'amount' should be at least 1", 'REFUND_AMOUNT');
}

export function refundExceedsLeft(leftCents: Cents): AppError {
  const message = `What is left to refund of this charge is ${formatBrl(leftCents)} (${String(leftCents)} centavos)`;
  return failedPrecondition(message, 'REFUND_EXCEEDS_LEFT');
}

/** Money that a charge could not take was never the merchant's, so that no part of it stays. */
export function overpaymentGoesWhole(amountCents: Cents): AppError {
  const message = `This payment was more than its charge could take and goes back whole: ${formatBrl(amountCents)} (${String(amountCents)} centavos)`;
  return failedPrecondition(message, 'OVERPAYMENT_GOES_WHOLE');
}

export function notRefundable(status: string): AppError {
  return failedPrecondition(`A charge with status ${status} cannot be refunded`, 'NOT_REFUNDABLE');
}

export function subscriptionNotRefundable(): AppError {
  return failedPrecondition('Reembolso de assinatura não é suportado na v2', 'SUBSCRIPTION_REFUND');
}

export function linkNeedsCharge(): AppError {
  return invalidArgument(
    'This id is of a payment link; refund one of its payments by the id of its charge',
    'LINK_REFUND',
  );
}

const kinds: Readonly<
  Record<Exclude<ChargeOrigin, 'SUBSCRIPTION'>, { readonly name: string; readonly route: string }>
> = {
  TRANSPARENT: { name: 'uma cobrança transparente', route: '/v2/transparents/refund' },
  CHECKOUT: { name: 'um checkout', route: '/v2/checkouts/refund' },
  PAYMENT_LINK: { name: 'um link de pagamento', route: '/v2/payment-links/refund' },
};

/** The caller's own record, refunded by another kind's route. */
export function wrongRefundRoute(origin: Exclude<ChargeOrigin, 'SUBSCRIPTION'>): AppError {
  const { name, route } = kinds[origin];
  return invalidArgument(`Este id é de ${name}; use POST ${route}`, 'WRONG_KIND');
}

export function boletoNeedsKey(): AppError {
  return failedPrecondition(
    'INVALID_METHOD: the refund of a boleto needs pixKey and pixKeyType',
    'BOLETO_REFUND_NEEDS_KEY',
  );
}

export function pixTooOld(): AppError {
  return failedPrecondition('A Pix can only be returned within 90 days of its payment', 'PIX_REFUND_TOO_LATE');
}

/** It was sent through an account that the store no longer has: only there it is known what became of it. */
export function refundProviderChanged(): AppError {
  return failedPrecondition('This refund was sent through another account', 'REFUND_PROVIDER_CHANGED');
}

/** The refund that was asked for before is just being refused for its balance. */
export function refundInFlight(): AppError {
  const message = 'Another refund of this payment is still being processed';
  return new AppError({ kind: 'ABORTED', reason: 'REFUND_IN_FLIGHT', message });
}
