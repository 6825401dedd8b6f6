import { paymentFailure, type PaymentFailureReason } from '@pitanga/core';
import type { CardDecline } from '../provider/card-provider';

/** The parts of a Stripe error, or of the last error of an intent, that say why a card was declined. */
export interface DeclineDetails {
  readonly code?: string | null | undefined;
  readonly decline_code?: string | null | undefined;
  readonly advice_code?: string | null | undefined;
}

/**
 * Codes after which the card must not be sent again, whatever the advice: the card or its agreement is gone, or the
 * issuer never allows this kind of payment (ABECS Normativo 21 forbids repeats of 14, 41, 43, 46, 54 and 57, the schemes
 * those of revoked agreements).
 */
const irreversible: ReadonlySet<string> = new Set([
  'account_closed',
  'card_not_supported',
  'currency_not_supported',
  'do_not_try_again',
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'not_permitted',
  'pickup_card',
  'resource_missing',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'service_not_allowed',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
]);

const sentences: Readonly<Partial<Record<PaymentFailureReason, string>>> = {
  INSUFFICIENT_FUNDS: 'Saldo ou limite insuficiente.',
  LIMIT_EXCEEDED: 'O limite do cartão foi excedido.',
  EXPIRED_CARD: 'O cartão venceu.',
  INVALID_CARD: 'Confira os dados do cartão.',
  AUTHENTICATION_FAILED: 'O banco não confirmou o pagamento.',
  BANK_UNAVAILABLE: 'O banco do cartão não respondeu.',
};

/** The outcome of a declined card: Stripe's own code, and whether the card may be sent again. */
export function toDecline({ code, decline_code: declineCode, advice_code: advice }: DeclineDetails): CardDecline {
  const own = declineCode ?? code ?? 'card_declined';
  const isIrreversible = advice === 'do_not_try_again' || irreversible.has(own);
  return {
    status: 'DECLINED',
    code: own,
    declineClass: isIrreversible ? 'IRREVERSIBLE' : 'REVERSIBLE',
    message: isIrreversible
      ? 'Cartão recusado pelo emissor. Use outro cartão.'
      : (sentences[paymentFailure('CARD', own).reason] ?? 'Pagamento não autorizado pelo emissor do cartão.'),
  };
}
