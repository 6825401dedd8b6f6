import {
  AppError,
  failedPrecondition,
  formatBrl,
  invalidArgument,
  notFound,
  permissionDenied,
  unavailable,
  type Cents,
} from '@pitanga/core';
import type { ApprovalStatus } from '@pitanga/provider-account';
import type { SaleOrigin } from '../charges/charge';

export function refundNotFound(): AppError {
  return notFound('Refund not found', 'REFUND_NOT_FOUND');
}

/** Also while a refund of the whole remaining amount is PENDING. */
export function alreadyRefunded(): AppError {
  return failedPrecondition('Esta cobrança já foi reembolsada.', 'ALREADY_REFUNDED');
}

/** Part of the charge can still be refunded, but one refund of a charge runs at a time. */
export function refundPending(): AppError {
  const message = 'This charge has a refund under way; ask for another when it has ended';
  return failedPrecondition(message, 'REFUND_PENDING');
}

/** Efí takes one part of a payment a day (docs/behaviour/providers.md#efi-card-refunds). */
export function onePartADay(): AppError {
  const message = 'The card provider gives back one part of a payment a day: ask for the next part tomorrow';
  return failedPrecondition(message, 'REFUND_ONE_PART_A_DAY');
}

export function refundTooSmall(): AppError {
  return invalidArgument("Property 'amount' should be at least 1", 'REFUND_AMOUNT');
}

export function refundExceedsLeft(leftCents: Cents): AppError {
  const message = `What is left to refund of this charge is ${formatBrl(leftCents)} (${String(leftCents)} centavos)`;
  return failedPrecondition(message, 'REFUND_EXCEEDS_LEFT');
}

/** An overpayment was never the merchant's, so it is returned whole. */
export function overpaymentGoesWhole(amountCents: Cents): AppError {
  const message = `This payment was more than its charge could take and goes back whole: ${formatBrl(amountCents)} (${String(amountCents)} centavos)`;
  return failedPrecondition(message, 'OVERPAYMENT_GOES_WHOLE');
}

/** The payment of a charge and what it could not take, or several of these, can be meant; each is named by its own id. */
export function refundAmbiguous(ids: readonly string[]): AppError {
  const message = `This id can mean ${ids.join(' and ')}; give a refund that waits for a Pix key its key by its own id first`;
  return failedPrecondition(message, 'REFUND_AMBIGUOUS');
}

export function refundNeedsNoKey(): AppError {
  return failedPrecondition('This refund does not wait for a Pix key', 'REFUND_NEEDS_NO_KEY');
}

export function notRefundable(status: string): AppError {
  return failedPrecondition(`A charge with status ${status} cannot be refunded`, 'NOT_REFUNDABLE');
}

export function nothingToRefund(): AppError {
  return failedPrecondition('Nothing was paid for this order, so that nothing can be refunded', 'NOT_REFUNDABLE');
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

export function topUpNotRefundable(): AppError {
  return failedPrecondition('A top-up pays refunds and cannot be refunded itself', 'TOP_UP_REFUND');
}

const kinds: Readonly<Record<Exclude<SaleOrigin, 'SUBSCRIPTION'>, { readonly name: string; readonly route: string }>> =
  {
    TRANSPARENT: { name: 'uma cobrança transparente', route: '/v2/transparents/refund' },
    CHECKOUT: { name: 'um checkout', route: '/v2/checkouts/refund' },
    PAYMENT_LINK: { name: 'um link de pagamento', route: '/v2/payment-links/refund' },
  };

/** The id is of the caller's own record, but of another kind than the route's. */
export function wrongRefundRoute(origin: Exclude<SaleOrigin, 'SUBSCRIPTION'>): AppError {
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

/** Its look-up names another owner than the payer. */
export function keyNotPayers(): AppError {
  return failedPrecondition('The Pix key belongs to another holder than the one who paid', 'PIX_KEY_NOT_PAYER');
}

export function keyUnknown(): AppError {
  return failedPrecondition('The Pix key does not exist', 'PIX_KEY_UNKNOWN');
}

/** Its gateway is older than the approvals of refunds. */
export function requesterUnknown(): AppError {
  return unavailable('Who asks for this refund is not known yet: repeat the request', 'SERVICE_UNAVAILABLE');
}

export function ownRequest(): AppError {
  return permissionDenied(
    'Who asks for a refund cannot approve it, nor who made the key that asked: another person must',
    'REFUND_OWN_REQUEST',
  );
}

export function approvalNotNeeded(): AppError {
  return failedPrecondition('This refund needs no approval', 'REFUND_APPROVAL_NOT_NEEDED');
}

/** It was decided otherwise before. */
export function approvalDecided(status: ApprovalStatus): AppError {
  const words = { WAITING: 'waits', APPROVED: 'was approved', REJECTED: 'was rejected', EXPIRED: 'has expired' };
  return failedPrecondition(`This refund ${words[status]} already`, 'REFUND_APPROVAL_DECIDED');
}

/** Only the account that the refund was sent through has its outcome, and the store has replaced it. */
export function refundProviderChanged(): AppError {
  return failedPrecondition('This refund was sent through another account', 'REFUND_PROVIDER_CHANGED');
}

/** An earlier refund of this payment is being refused for the store's balance. */
export function refundInFlight(): AppError {
  const message = 'Another refund of this payment is still being processed';
  return new AppError({ kind: 'ABORTED', reason: 'REFUND_IN_FLIGHT', message });
}
